"""Many games between bots as a table of figures: `septet.simulate("sep", ["greedy", "random"], games=200)`."""

from collections.abc import Callable, Sequence

import msgspec

from septet.bots.failing import BotFailed
from septet.games.game import Seat
from septet.lab.simulate import PlayedGame, Report, Share, Spread, Task, all_played, report
from septet.workbench.asking import AnyBot, HouseRules, NotPossible, between, game_named, players, rules_of, words_of
from septet.workbench.figures import FigureTable, Kind, Row

MOST_GAMES = 10_000_000


def simulate(
    game: str,
    bots: AnyBot | Sequence[AnyBot] = "random",
    games: int = 100,
    *,
    seed: int | str = "septet",
    options: HouseRules = "",
    jobs: int = 1,
    language: str = "en",
    on_progress: Callable[[int], None] = lambda done: None,
) -> "Simulation":
    """Let bots play many games, and see what comes of it: a row for each game.

    `bots` is one for each seat, or one that plays on all seats of as few as can play: names, "FILE.py:NAME", classes
    or objects. They change seats from game to game. The same `seed` gives the same games, as `septet simulate` plays
    them, on however many processes: with `jobs` above one, call it under `if __name__ == "__main__":`.

    Raises `NotPossible`, with one line that says what can be asked for.
    """
    t = words_of(language)
    rules = game_named(game, t)
    between("games", games, 1, MOST_GAMES, t)
    names = players(rules, bots, jobs, t)
    task = Task(game, names, msgspec.structs.asdict(rules_of(rules, options, t)), games, str(seed))
    try:
        return Simulation(task, all_played(task, jobs, on_progress))
    except BotFailed as failed:
        raise NotPossible(t.refusal(failed)) from failed.__cause__


class Simulation(FigureTable):
    """A row for each game, and what all of them add up to.

    Of each bot, in the order in which they were named and counted from 0, a row says on which `seat_0` it sat, its
    `place_0` and its `score_0`; `first` and `winner` are such numbers too, None where nobody moved first or won alone.
    Then come the figures of the game, such as `turns`.
    """

    def __init__(self, task: Task, played: Sequence[PlayedGame]) -> None:
        super().__init__(_kinds(len(task.bots), played[0]), [_row(one) for one in played])
        self.task = task
        self.report: Report = report(task, list(played))

    @property
    def bots(self) -> tuple[str, ...]:
        """Who played, in the order in which they were named."""
        return self.task.bots

    def summary(self) -> FigureTable:
        """Means and shares, each with the 95 % interval that it has by whole games: see `septet simulate`."""
        found = self.report
        rows = [_mean(name, spread) for name, spread in found.figures.items()]
        rows += [_mean(f"score_{bot}", spread) for bot, spread in enumerate(found.scores)]
        rows += [_share(f"ending {name}", share) for name, share in found.endings.items()]
        rows += [_share(f"won by {bot}", share) for bot, share in enumerate(found.wins)]
        single = {"tied": found.ties, "won by first": found.first_wins, "won": found.won}
        rows += [_share(name, share) for name, share in single.items() if share]
        rows += [
            _share(f"{name} {value}", one) for name, all_of in found.counts.items() for value, one in all_of.items()
        ]
        return FigureTable({"figure": "str", "kind": "str", "value": "float", "low": "float", "high": "float"}, rows)

    def __repr__(self) -> str:
        return f"<{len(self)} games of {self.task.game} between {', '.join(self.bots)}, seed {self.task.seed}>"


def _kinds(bots: int, played: PlayedGame) -> dict[str, Kind]:
    kinds: dict[str, Kind] = {"number": "int", "ending": "str", "first": "int", "winner": "int", "won": "bool"}
    for bot in range(bots):
        kinds |= {f"seat_{bot}": "int", f"place_{bot}": "int", f"score_{bot}": "int"}
    kinds |= dict.fromkeys(played.figures, "float")
    return kinds | dict.fromkeys(played.counts, "ints")


def _row(played: PlayedGame) -> Row:
    first, winners = played.first, [seat for seat, place in enumerate(played.places) if place == 1]
    alone = len(played.places) > 1 and len(winners) == 1
    row: Row = {
        "number": played.number,
        "ending": played.reason,
        "first": None if first is None else played.seating[first],
        "winner": played.seating[winners[0]] if alone else None,
        "won": played.won,
    }
    for bot in range(len(played.seating)):
        seat: Seat = played.seating.index(bot)
        row |= {f"seat_{bot}": seat, f"place_{bot}": played.places[seat], f"score_{bot}": played.scores[seat]}
    row |= {name: float(value) for name, value in played.figures.items()}
    return row | {name: list(values) for name, values in played.counts.items()}


def _mean(name: str, spread: Spread) -> Row:
    return {"figure": name, "kind": "mean", "value": spread.mean, "low": spread.low, "high": spread.high}


def _share(name: str, share: Share) -> Row:
    return {"figure": name, "kind": "share", "value": share.share, "low": share.low, "high": share.high}
