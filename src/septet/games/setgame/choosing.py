"""Why cards that somebody names are refused, before anybody looks whether they are a set."""

from septet.games.setgame.cards import Cards

WRONG_NUMBER = {1: "one_card", 2: "two_cards", 3: "three_cards"}


def choice_refusal(chosen: Cards, count: int, reach: Cards, *others: str) -> str | None:
    """So many different cards within reach, and not those that they are to make a set with."""
    if len(chosen) != count:
        return WRONG_NUMBER[count]
    if len({*chosen, *others}) < count + len(others):
        return "card_twice"
    return None if set(chosen) <= set(reach) else "out_of_reach"
