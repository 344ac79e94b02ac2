"""Puzzles of the shelf: the next one near somebody's rating, first tries that count, and races against the clock."""

import random

import msgspec

from septet.bots.standing import SCALE, shown
from septet.puzzles import judging
from septet.puzzles.puzzle import KINDS, Going, Puzzle
from septet.puzzles.shelf import find, shelf
from septet.server.errors import Denied
from septet.server.hall.daily_pool import DailyPool
from septet.server.live.node import Node, table_id
from septet.server.people.accounts import User
from septet.server.store import drilling, puzzling
from septet.server.store.puzzling import Level, RaceRow, Solver
from septet.server.tables.puzzle_telling import puzzle_state
from septet.server.tables.puzzling import PuzzleKind, PuzzleKinds, PuzzleRating, PuzzleState, PuzzleTry, RaceState

RACE_MS = 180_000
NEAR = 8  # puzzles, those nearest to somebody's rating, among which chance decides


class Puzzles:
    """What the house does with the puzzles that it comes with."""

    def __init__(self, node: Node, daily: DailyPool) -> None:
        self.node = node
        self.daily = daily

    # Which there are

    async def kinds(self, user: User | None) -> PuzzleKinds:
        """All kinds, and how far somebody is with each."""
        store = self.node.store
        mine: dict[str, Solver] = {}
        best, due = None, 0
        if user is not None:
            mine = await store.read(puzzling.solvers_of, user.id)
            best = await store.read(puzzling.best_race, user.id)
            due = await store.read(drilling.count_due, user.id, self.node.wall())
        told = [await self._kind(kind, mine.get(kind)) for kind in KINDS]
        return PuzzleKinds(
            kinds=tuple(one for one in told if one.count), race_seconds=RACE_MS // 1_000, best_race=best, due=due
        )

    async def _kind(self, kind: str, mine: Solver | None) -> PuzzleKind:
        some = await self._in_use(kind)
        themes = [theme for puzzle, _ in some for theme in puzzle.themes]
        about = KINDS[kind]
        told = PuzzleKind(
            kind=kind,
            game=about.game,
            unit=about.unit,
            exact=about.exact,
            count=len(some),
            themes={theme: themes.count(theme) for theme in sorted(set(themes))},
        )
        if mine is None or not mine.tries:
            return told
        return msgspec.structs.replace(
            told,
            done=mine.tries,
            solved=mine.solved,
            rating=mine.rating,
            spread=round(1.96 * SCALE * mine.sigma),
            streak=mine.streak,
            best_streak=mine.best,
        )

    async def _in_use(self, kind: str) -> list[tuple[Puzzle, Level]]:
        """The puzzles of a kind that are not withdrawn and not part of today's, each with its level."""
        known = await self.node.store.read(puzzling.levels_of, kind)
        some = [(puzzle, known.get(puzzle.id) or puzzling.first_level(puzzle)) for puzzle in shelf(kind)]
        return [one for one in some if one[1].withdrawn is None and not self.daily.is_running(one[0].id)]

    async def next(self, user: User | None, kind: str, theme: str | None, level: int | None) -> PuzzleState:
        """One that somebody has not tried yet, near the rating or the level that is asked for; when all are tried, any
        of them again."""
        some = [one for one in await self._in_use(kind) if theme is None or theme in one[0].themes]
        if not some:
            raise Denied("no_puzzle")
        done = await self.node.store.read(puzzling.tried, user.id, kind) if user else set[str]()
        mine = await self.node.store.read(puzzling.solver, user.id, kind) if user else None
        wanted = level if level is not None else (mine or Solver()).rating
        fresh = [one for one in some if one[0].id not in done] or some
        near = sorted(fresh, key=lambda one: (abs(shown(one[1].mu) - wanted), one[0].id))[:NEAR]
        puzzle, known = random.choice(near)
        return _known(puzzle_state(puzzle, Going(status="open"), answer=True), known, counts=puzzle.id not in done)

    async def found(self, name: str) -> tuple[Puzzle, Level]:
        """The puzzle of this name, if it is in use; raises Denied."""
        puzzle = find(name)
        if puzzle is None:
            raise Denied("no_puzzle")
        if self.daily.is_running(name):
            raise Denied("daily_position")
        level = await self.node.store.read(puzzling.level_of, puzzle)
        if level.withdrawn is not None:
            raise Denied("puzzle_withdrawn")
        return puzzle, level

    # Trying

    async def shown(self, user: User | None, name: str) -> PuzzleState:
        puzzle, level = await self.found(name)
        done = user is not None and name in await self.node.store.read(puzzling.tried, user.id, puzzle.kind)
        return _known(puzzle_state(puzzle, Going(status="open"), answer=True), level, counts=not done)

    async def attempt(self, user: User | None, name: str, wish: PuzzleTry) -> PuzzleState:
        """Where these steps lead; the first time that somebody has solved or failed it counts."""
        puzzle, level = await self.found(name)
        going = gone(puzzle, wish)
        told = puzzle_state(puzzle, going, answer=True)
        if user is None or going.status == "open":
            return _known(told, level, counts=False)
        solved, wall = going.status == "solved", self.node.wall()
        counted = await self.node.store.write(puzzling.count_try, user.id, puzzle, wall, solved=solved, ms=wish.ms)
        if counted is None:
            return _known(told, level, counts=False)
        level = await self.node.store.read(puzzling.level_of, puzzle)
        rating = PuzzleRating(counted.before, counted.after)
        return msgspec.structs.replace(_known(told, level, counts=True), rating=rating, streak=counted.streak)

    async def report(self, user: User, name: str, why: str) -> None:
        await self.found(name)
        await self.node.store.write(puzzling.report, user.id, name, why, self.node.wall())

    # Races

    async def begin_race(self, user: User, kind: str | None) -> RaceState:
        if kind is not None and kind not in KINDS:
            raise Denied("no_puzzle")
        race = RaceRow(id=table_id(), user=user.id, kind=kind, began=self.node.wall())
        await self.node.store.write(puzzling.begin_race, race)
        return await self._race(race)

    async def race_on(self, user: User, name: str, wish: PuzzleTry) -> RaceState:
        """The steps of the puzzle that is before somebody; what comes after the end counts no more."""
        race = await self.node.store.read(puzzling.race_of, name, user.id)
        if race is None:
            raise Denied("no_race")
        puzzle = await self._nth(race)
        if puzzle is None or not self._left(race):
            return await self._race(race)
        going = gone(puzzle, wish)
        if going.status == "open":
            state = puzzle_state(puzzle, going, answer=False)
            return msgspec.structs.replace(await self._race(race), puzzle=state)
        race = await self.node.store.write(puzzling.go_on, race, solved=going.status == "solved")
        last = puzzle_state(puzzle, going, answer=True)
        return msgspec.structs.replace(await self._race(race), last=last)

    def _left(self, race: RaceRow) -> int:
        return max(0, race.began + RACE_MS - self.node.wall())

    async def _nth(self, race: RaceRow) -> Puzzle | None:
        """The puzzle that a race has come to: drawn by its name, the easy ones first."""
        kinds = [race.kind] if race.kind else list(KINDS)
        some = [one for kind in kinds for one in await self._in_use(kind)]
        mixed = random.Random(race.id).sample(some, len(some))
        ahead = race.solved + race.failed
        if ahead >= len(mixed):
            return None
        hand = len(mixed) if len(mixed) < 2 * NEAR else len(mixed) // 2
        chosen = sorted(mixed[:hand], key=lambda one: one[0].level) + mixed[hand:]
        return chosen[ahead][0]

    async def _race(self, race: RaceRow) -> RaceState:
        left = self._left(race)
        puzzle = await self._nth(race) if left else None
        best = await self.node.store.read(puzzling.best_race, race.user) or 0
        state = puzzle_state(puzzle, Going(status="open"), answer=False) if puzzle else None
        return RaceState(
            race=race.id,
            kind=race.kind,
            left_ms=left if puzzle else 0,
            solved=race.solved,
            failed=race.failed,
            best=max(best, race.solved),
            puzzle=state,
        )


def gone(puzzle: Puzzle, wish: PuzzleTry) -> Going:
    """Where somebody is with these steps; raises Refusal for one that may not be made."""
    going = judging.go(puzzle, wish.steps)
    return Going(status="failed", steps=going.steps) if wish.give_up and going.status == "open" else going


def _known(told: PuzzleState, level: Level, *, counts: bool) -> PuzzleState:
    return msgspec.structs.replace(
        told, level=shown(level.mu), tries=level.tries, solved_by=level.solved, counts=counts
    )
