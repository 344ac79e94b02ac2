"""The pots of ChipSet: what is in them, and who is paid what when a hand is over."""

from collections.abc import Mapping, Sequence

from septet.games.game import Seat
from septet.games.setgame.chipset.rounds import clockwise
from septet.games.setgame.chipset.state import ChipState, Seen


def pot_of(seen: Seen) -> int:
    """All that was paid in this hand, and what hands before it left."""
    return sum(seen.paid) + seen.carried


def highest_stake(seen: Seen) -> int:
    return max(seen.staked)


def owed_by(seen: Seen, seat: Seat) -> int:
    """What a seat has to pay to stay in the hand."""
    return highest_stake(seen) - seen.staked[seat]


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


def share_pots(state: ChipState, counts: Mapping[Seat, int]) -> dict[Seat, int]:
    """Each pot goes to the most sets among those who may win it; where there are several, each is told."""
    won: dict[Seat, int] = {}
    all_pots = pots(state.paid, state.live, state.carried)
    for chips, seats in all_pots:
        most = max(counts[seat] for seat in seats)
        winners = [seat for seat in clockwise(state, state.dealer) if seat in seats and counts[seat] == most]
        state.splits += len(winners) > 1
        for seat, share in shares(chips, winners, state.stacks).items():
            won[seat] = won.get(seat, 0) + share
            if len(all_pots) > 1:
                state.tell("main_pot" if seats == state.live else "side_pot", seat, number=share)
    return won
