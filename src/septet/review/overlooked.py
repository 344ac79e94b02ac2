"""The games where eyes decide, looked at again: what lay there longest, and what was overlooked or seen wrongly."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from statistics import median
from typing import Any

from septet.bots.setgame.skill import LEVELS
from septet.games.game import Seat
from septet.games.setgame.cards import THIRD, Cards, Triple, failing, sets_among
from septet.games.setgame.scout.verdicts import SCOUT_PAYS
from septet.games.setgame.setup.moves import PlayCard
from septet.games.setgame.twenty.allowed import only_table, reach
from septet.review.report import Eyes, Overlooked, Slip
from septet.review.steps import ReviewStep, steps
from septet.study.finding import Find, finds
from septet.study.replay import Story

SHOWN = 5  # of the sets that lay there longest
WRONG_SCOUTS = frozenset(one.event for one in SCOUT_PAYS)
EMPTY_CALLS = frozenset({"abort", "lock_expired"})


def overlooked(story: Story, began: int | None = None) -> Overlooked:
    name, all_steps = story.game.name, list(steps(story))
    found = () if name == "setup" else finds(story, story.length + 1, began)
    seen = SLIPS.get(name, _of_set)
    each = (slip for at, step in enumerate(all_steps) for slip in seen(step, islice(all_steps, at + 1, None)))
    slips = tuple(_said_once(each, story))
    lain = sorted(
        (one for one in found if one.taken and one.lay is not None), key=lambda one: (-(one.lay or 0), one.first)
    )
    seats = range(len(story.scores(story.length)))
    return Overlooked(
        game=name,
        timed=story.timed,
        longest=tuple(lain[:SHOWN]),
        slips=slips,
        eyes=tuple(_eyes(seat, _takes(seat, found, all_steps), slips) for seat in seats),
    )


# what each found


def _takes(seat: Seat, found: tuple[Find, ...], all_steps: list[ReviewStep]) -> tuple[int, list[Find]]:
    """How many sets a seat took or found out, and those of which it is known how long they lay."""
    whats = {"set_taken", "challenge_ok", "scout_a", "scout_b", "scout_g"}
    taken = sum(event.what in whats and event.seat == seat for step in all_steps for event in step.after.last)
    return taken, [one for one in found if one.by == seat and one.lay is not None]


def _eyes(seat: Seat, takes: tuple[int, list[Find]], slips: tuple[Slip, ...]) -> Eyes:
    taken, timed = takes
    times = [one.lay for one in timed if one.lay is not None]
    return Eyes(
        seat=seat,
        taken=taken,
        timed=len(times),
        typical_ms=round(median(times)) if times else None,
        quicker=tuple(
            sum(one.lay is not None and one.lay < one.levels[level] for one in timed) for level in range(len(LEVELS))
        ),
        slips=sum(one.seat == seat for one in slips),
    )


# what was overlooked or seen wrongly


def _said_once(slips: Iterable[Slip], story: Story) -> Iterator[Slip]:
    """Whoever says twice of the same table that it holds no set has overlooked it once."""
    said: set[tuple[Seat | None, int]] = set()
    for one in slips:
        if one.what == "false_noset":
            table = (one.seat, story.tables[one.at].state.rev)
            if table in said:
                continue
            said.add(table)
        yield one


def _calls(step: ReviewStep, lying: Callable[[Seat], tuple[Triple, ...]]) -> Iterator[Slip]:
    """Calls without a set, in all games with calls."""
    for event in step.after.last:
        if event.what == "false_call":
            features = failing(event.cards)
            yield _slip(step, "wrong_call", event.seat, cards=event.cards, features=features)
        elif event.what in EMPTY_CALLS:
            yield _slip(step, "empty_call", event.seat, sets=lying(event.seat))


def _of_set(step: ReviewStep, _: Iterable[ReviewStep]) -> Iterator[Slip]:
    sets = sets_among(step.before.table)
    yield from _calls(step, lambda _: sets)
    yield from _false_nosets(step, sets)


def _false_nosets(step: ReviewStep, sets: tuple[Triple, ...]) -> Iterator[Slip]:
    for event in step.after.last if sets else ():
        if event.what in {"noset", "false_noset"}:
            yield _slip(step, "false_noset", event.seat, sets=sets)


def _of_scout(step: ReviewStep, _: Iterable[ReviewStep]) -> Iterator[Slip]:
    before = step.before
    sets = sets_among(before.table)
    yield from _false_nosets(step, sets)
    through = tuple(one for one in sets if before.pointed in one)
    for event in step.after.last:
        if event.what in WRONG_SCOUTS:
            yield _slip(step, "no_scout_set", event.seat, cards=tuple(filter(None, event.cards)), sets=through)
        elif event.what == "second_tried":
            yield _slip(step, "wrong_second", event.seat, cards=(before.pointed, *event.cards), sets=through)
        elif event.what == "gave_up" and through:
            yield _slip(step, "gave_up", event.seat, cards=(before.pointed,), sets=through)


def _of_setup(step: ReviewStep, following: Iterable[ReviewStep]) -> Iterator[Slip]:
    before = step.before
    for event in step.after.last:
        if event.what == "challenge_bad":
            three = (*event.cards, before.slots[-1])
            yield _slip(step, "wrong_challenge", event.seat, cards=three, features=failing(three))
        elif event.what == "card_played" and (sets := made_by(event.cards[0], before.slots)):
            at = step.number if event.cards[0] in step.after.slots else step.number - 1
            out = _found_out(step, following)
            safe = tuple(card for card in before.hands[event.seat] if not made_by(card, before.slots))
            if safe and isinstance(step.move, PlayCard):  # by the clock nobody chose it
                facts: dict[str, Any] = {"cards": event.cards, "sets": sets, "better": safe, "found_out": out}
                yield _slip(step, "made_a_set", event.seat, at=at, **facts)
            if not out:
                yield _slip(step, "passed_over", None, at=at, cards=event.cards, sets=sets)


def made_by(card: str, row: Cards) -> tuple[Triple, ...]:
    """The sets that a card makes with two of a row."""
    place = {one: at for at, one in enumerate(row)}
    return tuple((one, third, card) for at, one in enumerate(row) if place.get(third := THIRD[card][one], -1) > at)


def _found_out(step: ReviewStep, following: Iterable[ReviewStep]) -> bool:
    """Did somebody say so before the next card lay there?"""
    if any(event.what == "pile_taken" for event in step.after.last):
        return True
    for later in following:
        whats = {event.what for event in later.after.last}
        if "pile_taken" in whats and "card_played" not in whats:
            return True
        if whats & {"card_played", "deal_over"}:
            return False
    return False


def _of_twenty(step: ReviewStep, _: Iterable[ReviewStep]) -> Iterator[Slip]:
    before = step.before

    def able(seat: Seat) -> tuple[Triple, ...]:
        return tuple(one for one in sets_among(reach(before, seat)) if not only_table(before, one))

    yield from _calls(step, able)
    for event in step.after.last:
        if event.what == "refresh_vote" and able(event.seat):
            yield _slip(step, "false_noset", event.seat, sets=able(event.seat))
        elif event.what == "set_taken":
            hand = set(before.hands[event.seat])
            best = max(able(event.seat), key=lambda one: len(hand & set(one)))
            own, most = len(hand & set(event.cards)), len(hand & set(best))
            if most > own:
                yield _slip(step, "fewer_own", event.seat, cards=event.cards, better=best, own=own, most_own=most)


def _slip(step: ReviewStep, what: Any, seat: Seat | None, *, at: int | None = None, **facts: Any) -> Slip:
    return Slip(number=step.number, at=step.number - 1 if at is None else at, what=what, seat=seat, **facts)


SLIPS: dict[str, Callable[[ReviewStep, Iterable[ReviewStep]], Iterator[Slip]]] = {
    "scout": _of_scout,
    "setup": _of_setup,
    "twenty": _of_twenty,
}
