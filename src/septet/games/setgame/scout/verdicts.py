"""What a round of Scout comes to: the booklet's letters, which records, events and catalogues keep, and their names."""

from enum import StrEnum

from septet.games.setgame.cards import THIRD, Cards, is_set


class Verdict(StrEnum):
    HIT = "a"  # a card of the scout's set
    OTHER_SET = "b"  # a card of another set through the scout's card
    WRONG_SECOND = "c"  # no set; the round goes on
    SECOND_ALONE = "d"  # a set, and the scout has none
    HIT_NO_SET = "e"  # the scout's card, but the scout has no set
    GIVEN_UP = "g"  # nobody has found the scout's set
    WRONG_SCOUT = "w"  # nobody has found a set, and the scout has none

    @property
    def event(self) -> str:
        """What all are told at the end of the round."""
        return f"scout_{self}"


SCOUT_PAYS = frozenset({Verdict.SECOND_ALONE, Verdict.HIT_NO_SET, Verdict.WRONG_SCOUT})
ROUND_ENDS = frozenset(verdict.event for verdict in Verdict if verdict is not Verdict.WRONG_SECOND)


def verdict_on(table: Cards, meant: Cards, chosen: Cards) -> Verdict:
    """What a second card comes to, the first of `meant` being the card that the scout points at."""
    third = THIRD[meant[0]][chosen[0]]
    found = third in (chosen[1:] or table)  # by a house rule the third card must be named too
    hit = not set(chosen).isdisjoint(meant[1:])
    if is_set(meant):
        return (Verdict.HIT if hit else Verdict.OTHER_SET) if found else Verdict.WRONG_SECOND
    if found:
        return Verdict.SECOND_ALONE
    return Verdict.HIT_NO_SET if hit else Verdict.WRONG_SECOND
