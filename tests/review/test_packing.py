"""CoopSet by the best packing."""

from septet.review.counted import review
from septet.review.report import Packed
from tests.review.drawn import drawn

# Three sets that share no card, and one that shares a card with each of two of them.
LAYOUT = """
table: 1ROF 2ROF 3ROF 1GBH 2GBH 3GBH 1PDE 2PDE 3PDE 1RDH 2GOE 3PBH
deck: 1GOF 1POH 2RBE 3GDF 1PBF 2PBF
"""


def packed(moves: str, options: str = "", layout: str = LAYOUT) -> Packed:
    found = review(drawn("coopset", layout, moves, options))
    assert isinstance(found, Packed)
    return found


def test_as_many_as_possible_is_no_miss() -> None:
    found = packed("mark=1ROF,2ROF,3ROF mark=1GBH,2GBH,3GBH mark=1PDE,2PDE,3PDE commit_layout")
    (one,) = found.layouts
    assert (one.number, one.at, one.seat) == (4, 3, 0)
    assert len(one.taken) == one.most == 3
    assert (one.paid, one.most_paid) == (3, 3)
    assert (found.taken, found.most, found.missed) == (3, 3, ())


def test_fewer_than_possible_is_told_with_one_best_way() -> None:
    """Across the three rows: 1ROF 2GBH 3PDE leaves two crossing sets, or none of the rows."""
    found = packed("mark=1ROF,2ROF,3ROF commit_layout commit_layout")
    (one,) = found.layouts
    assert one.number == 3, "the first time the team was only told that there is more"
    assert one.taken == (("1ROF", "2ROF", "3ROF"),)
    assert one.most == len(one.best) == 3
    assert len({card for cards in one.best for card in cards}) == 9
    assert one.sets > 3
    assert (one.paid, one.most_paid) == (0, 3)
    assert (found.taken, found.most, found.missed) == (1, 3, (3,))


def test_two_of_three_pay_one_point_of_three() -> None:
    found = packed("mark=1ROF,2ROF,3ROF mark=1GBH,2GBH,3GBH commit_layout commit_layout")
    (one,) = found.layouts
    assert (one.paid, one.most_paid, len(one.taken), one.most) == (1, 3, 2, 3)


def test_who_sees_no_set_where_there_is_one_has_missed_it() -> None:
    found = packed("commit_layout", "coop_detect=team")
    (one,) = found.layouts
    assert (one.taken, one.most) == ((), 3)
    assert found.missed == (1,)


def test_who_sees_no_set_where_there_is_none_has_missed_nothing() -> None:
    none = "table: 1RBE 1RDF 1GOH 1GDH 2RBE 3RDH 3GOF 3GDF 3GDH 3POH 3POE 3PBF"
    found = packed("commit_layout", "coop_detect=team", none)
    (one,) = found.layouts
    assert (one.taken, one.sets, one.most, one.best) == ((), 0, 0, ())
    assert (found.taken, found.most, found.missed) == (0, 0, ())
