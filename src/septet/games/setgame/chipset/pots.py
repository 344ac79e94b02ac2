"""The pots of ChipSet: who is paid what when a hand is over."""

from collections.abc import Mapping, Sequence

from septet.games.game import Seat


def pots(paid: Sequence[int], live: frozenset[Seat], carried: int) -> list[tuple[int, frozenset[Seat]]]:
    """The main pot and the side pots: how many chips, and who may win them.

    A pot for each level up to which some live player has paid; what folded players paid beyond goes to the last one.
    """
    found: list[tuple[int, frozenset[Seat]]] = []
    below = 0
    for level in sorted({paid[seat] for seat in live}):
        chips = sum(min(mine, level) - min(mine, below) for mine in paid)
        found.append((chips, frozenset(seat for seat in live if paid[seat] >= level)))
        below = level
    beyond = sum(mine - min(mine, below) for mine in paid)
    last, winners = found[-1]
    found[-1] = (last + beyond, winners)
    first, everybody = found[0]
    found[0] = (first + carried, everybody)
    return [(chips, seats) for chips, seats in found if chips]


def shares(chips: int, winners: Sequence[Seat], stacks: Sequence[int]) -> Mapping[Seat, int]:
    """An even split; what cannot be split goes to the poorest winner, or the first of those in this order."""
    each, rest = divmod(chips, len(winners))
    poorest = min(winners, key=lambda seat: stacks[seat])
    return {seat: each + (rest if seat == poorest else 0) for seat in winners}
