"""How people play the games of the SET family in a browser: they look at the cards that the page shows, and press."""

from itertools import combinations
from typing import Any

from septet.games.setgame.cards import THIRD, is_set, sets_among
from tests.browser.sitting import Sitter

Seen = dict[str, Any]


def on_table(seen: Seen) -> tuple[str, ...]:
    return tuple(card for card in seen["slots"] if card)


def free(seen: Seen) -> bool:
    """Cards may be pressed, and nobody else shows a set."""
    return bool(seen["pressable"]) and seen["active"] < 0


def take(one: Sitter, seen: Seen, cards: Any) -> bool:
    """Press these cards, and wait for an answer; what was pressed before the table changed is put back first."""
    if seen["chosen"] or seen["pointed"]:
        one.page.keyboard.press("Escape")
    pressed = one.cards(cards)
    one.until("n => spy.n > n || spy.offers().chosen.length < 3", seen["n"])
    return pressed


def classic(one: Sitter, seen: Seen) -> bool:
    """Press a set; or say that there is none."""
    if seen["active"] >= 0:
        return False
    found = sets_among(on_table(seen))
    if free(seen) and found:
        return take(one, seen, found[0])
    return one.press(".dock-area .noset:not(:disabled)") or between(one, seen)


def between(one: Sitter, seen: Seen) -> bool:
    """The next deal, please."""
    return not seen["pressable"] and one.main()


def scout(one: Sitter, seen: Seen) -> bool:
    """Point at a card and seal two; find a second for another's card, or give up."""
    cards, pointed = on_table(seen), seen["pointed"]
    if pointed and seen["active"] >= 0 and seen["dock"]:
        seconds = [card for card in cards if THIRD[pointed][card] in cards and card != pointed]
        return one.card(seconds[0]) if seconds else one.press(".dock-area .giveup:not(:disabled)")
    found = sets_among(cards)
    if free(seen) and found:
        return take(one, seen, found[0])
    return one.press(".dock-area .noset:not(:disabled)") or between(one, seen)


def chipset(one: Sitter, seen: Seen) -> bool:
    """Go along with every bet, and show a set as soon as there is one."""
    if not seen["pressable"]:
        return one.main() or (bool(seen["dock"]) and one.other())
    hand, table = seen["hand"], on_table(seen)
    sets = [three for three in combinations((*hand, *table), 3) if is_set(three) and three[0] in hand]
    if sets and not seen["chosen"]:
        one.cards(sets[0])
        return one.main()
    return one.other()


def setup(one: Sitter, seen: Seen) -> bool:
    """Name the two that make a set with the last card; else lay the card that makes none."""
    cards, last = on_table(seen), seen["pointed"]
    partners = [card for card in cards if card != last and THIRD[last][card] in cards] if last else []
    if partners and cards[0] in seen["pressable"]:
        return one.cards([partners[0], THIRD[last][partners[0]]])
    safe = [card for card in seen["hand"] if not any(THIRD[card][other] in cards for other in cards)]
    if one.page.locator(".dock-area .call.yours").count():
        one.card((safe or seen["hand"])[0])
        return one.main()
    return between(one, seen)


def coopset(one: Sitter, seen: Seen) -> bool:
    """Agree to what another marks; mark a set of free cards; take all when none is left."""
    if len(seen["dock"]) > 1:
        return one.main()
    found = sets_among(tuple(card for card in on_table(seen) if card not in seen["marked"]))
    if seen["active"] >= 0:
        return False
    return take(one, seen, found[0]) if found else one.main()


def twenty(one: Sitter, seen: Seen) -> bool:
    """A set with as many own cards as can be; else one card more, or another table."""
    hand, table = seen["hand"], on_table(seen)
    if not free(seen):
        return between(one, seen)
    found = sorted(sets_among((*hand, *table)), key=lambda three: -sum(card in hand for card in three))
    if found and any(card in hand for card in found[0]):
        return take(one, seen, found[0])
    own = ".dock-area button:not(.main):not(:disabled):not([aria-pressed=true])"
    draws = len(hand) < 9 and one.press(f"{own}:first-child")
    return draws or one.press(f"{own}:not(:first-child)")
