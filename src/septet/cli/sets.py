"""`septet sets`: the sets among cards, the most of them that share no card, and why three cards are not a set."""

import argparse

import msgspec

from septet.cli import OK, BadInput
from septet.games.setgame.cards import Cards, card_from, differing, failing, is_set, largest_packing, sets_among
from septet.i18n import Words


def run(args: argparse.Namespace, t: Words) -> int:
    cards = tuple(card_from(word) for word in args.cards)
    for card in cards:
        if cards.count(card) > 1:
            raise BadInput(t("text.card_twice", card=card))
    sets = sets_among(cards)
    packing = largest_packing(sets)
    wrong = failing(cards) if len(cards) == 3 else ()
    if args.json:
        found = {"cards": cards, "sets": sets, "packing": packing, "failing": wrong}
        print(msgspec.json.encode(found).decode())
        return OK
    if len(cards) == 3:
        print(_three(cards, wrong, t))
        return OK
    print(t("sets.found", n=len(sets)))
    for one in sets:
        print("  " + " ".join(one))
    if len(sets) > 1:
        print(t("sets.packing", n=len(packing)))
        for one in packing:
            print("  " + " ".join(one))
    return OK


def _three(cards: Cards, wrong: tuple[str, ...], t: Words) -> str:
    if is_set(cards):
        return t("sets.is_set", n=differing(cards))
    features = ", ".join(t(f"setgame.feature.{feature}") for feature in wrong)
    return t("sets.no_set") + " " + t("setgame.fails", features=features)
