"""The points of SET: what each deal brings, and what breaks a tie."""

from septet.games.setgame.classic.options import CallOptions, tie_break
from septet.games.setgame.classic.state import Seen, SetState
from septet.games.setgame.state import Counts


def booked(seen: Seen) -> Counts:
    """A point for each set, less the price of each fault; whoever joins later has what the last one has."""
    totals = tuple(
        total + deal_score(seen.options, len(won) // 3, faults, bonus)
        for total, won, faults, bonus in zip(seen.totals, seen.won, seen.faults, seen.bonus, strict=True)
    )
    return with_lowest(seen, totals) if seen.joining else totals


def deal_score(options: CallOptions, sets: int, faults: int, bonus: int) -> int:
    score = sets + bonus - faults * options.false_call_cost
    return max(score, 0) if options.score_floor == 0 else score


def with_lowest(seen: Seen, totals: Counts) -> Counts:
    """Whoever joins begins with the lowest total of those who have played."""
    lowest = min(total for seat, total in enumerate(totals) if seat not in seen.joining)
    return tuple(lowest if seat in seen.joining else total for seat, total in enumerate(totals))


def breaks_ties(state: SetState) -> Counts:
    """What decides between players with as many points, by house rule: more sets, or fewer faults."""
    match tie_break(state.options):
        case "more_sets":
            return state.sets
        case "fewer_faults":
            return tuple(-faults for faults in state.all_faults)
    return (0,) * state.seats
