"""Puzzles in the store: first tries, how well somebody solves, how hard each has turned out to be, reports, races.

A first try moves two ratings, the solver's and the puzzle's, as a game between them would.
"""

from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from septet.bots.standing import MIDDLE, MODEL, NEW, SCALE, WIDTH, shown
from septet.puzzles.puzzle import Puzzle
from septet.server.store import schema
from septet.server.store.dailies import added

tries, solvers, levels = schema.puzzle_tries, schema.solvers, schema.puzzle_levels
reports, races = schema.puzzle_reports, schema.races
KNOWN = WIDTH / 2  # how far off the level of a puzzle may be that bots have graded


class Solver(msgspec.Struct, frozen=True, kw_only=True):
    """How well somebody solves a kind of puzzle."""

    mu: float = MIDDLE
    sigma: float = WIDTH
    tries: int = 0
    solved: int = 0
    streak: int = 0
    best: int = 0

    @property
    def rating(self) -> int:
        return shown(self.mu)


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """How hard a puzzle has turned out to be."""

    mu: float
    sigma: float = KNOWN
    tries: int = 0
    solved: int = 0
    withdrawn: int | None = None


class Counted(msgspec.Struct, frozen=True, kw_only=True):
    """What a first try did."""

    before: int
    after: int
    streak: int


def first_level(puzzle: Puzzle) -> Level:
    return Level(mu=MIDDLE + (puzzle.level - NEW) / SCALE)


def solver(connection: Connection, user: str, kind: str) -> Solver | None:
    row = connection.execute(select(solvers).where(solvers.c.user == user, solvers.c.kind == kind)).one_or_none()
    return _solver(row) if row else None


def _solver(row: Any) -> Solver:
    return Solver(mu=row.mu, sigma=row.sigma, tries=row.tries, solved=row.solved, streak=row.streak, best=row.best)


def solvers_of(connection: Connection, user: str) -> dict[str, Solver]:
    """How well somebody solves each kind."""
    return {row.kind: _solver(row) for row in connection.execute(select(solvers).where(solvers.c.user == user))}


def level_of(connection: Connection, puzzle: Puzzle) -> Level:
    row = connection.execute(select(levels).where(levels.c.puzzle == puzzle.id)).one_or_none()
    return _level(row) if row else first_level(puzzle)


def _level(row: Any) -> Level:
    return Level(mu=row.mu, sigma=row.sigma, tries=row.tries, solved=row.solved, withdrawn=row.withdrawn)


def levels_of(connection: Connection, kind: str) -> dict[str, Level]:
    """What is known of the puzzles of a kind that somebody has tried."""
    return {row.puzzle: _level(row) for row in connection.execute(select(levels).where(levels.c.kind == kind))}


def tried(connection: Connection, user: str, kind: str | None = None) -> set[str]:
    query = select(tries.c.puzzle).where(tries.c.user == user)
    return set(connection.execute(query.where(tries.c.kind == kind) if kind else query).scalars())


def count_try(connection: Connection, user: str, puzzle: Puzzle, wall: int, *, solved: bool, ms: int) -> Counted | None:
    """Count a first try; None if it is not the first."""
    kind = puzzle.kind
    added(connection, solvers, {"user": user, "kind": kind, **msgspec.structs.asdict(Solver())})
    added(connection, levels, {"puzzle": puzzle.id, "kind": kind, **msgspec.structs.asdict(first_level(puzzle))})
    mine = solvers.c.user == user, solvers.c.kind == kind
    was = _solver(connection.execute(select(solvers).where(*mine).with_for_update()).one())
    hard = _level(connection.execute(select(levels).where(levels.c.puzzle == puzzle.id).with_for_update()).one())
    teams = [[MODEL.rating(was.mu, was.sigma)], [MODEL.rating(hard.mu, hard.sigma)]]
    [[now], [level]] = MODEL.rate(teams, ranks=[1.0, 2.0] if solved else [2.0, 1.0])
    values = {"user": user, "puzzle": puzzle.id, "kind": kind, "at": wall, "solved": solved, "ms": ms}
    if not added(connection, tries, {**values, "before": was.mu, "after": now.mu}):
        return None
    streak = was.streak + 1 if solved else 0
    told = {"tries": was.tries + 1, "solved": was.solved + solved, "streak": streak, "best": max(was.best, streak)}
    connection.execute(update(solvers).where(*mine).values(mu=now.mu, sigma=now.sigma, **told))
    after = {"mu": level.mu, "sigma": level.sigma, "tries": hard.tries + 1, "solved": hard.solved + solved}
    connection.execute(update(levels).where(levels.c.puzzle == puzzle.id).values(after))
    return Counted(before=shown(was.mu), after=shown(now.mu), streak=streak)


# Reports


class ReportedPuzzle(msgspec.Struct, frozen=True, kw_only=True):
    """What people say of a puzzle."""

    puzzle: str
    why: list[str]
    withdrawn: bool


def report(connection: Connection, user: str, puzzle: str, why: str, wall: int) -> None:
    """Somebody says what is wrong; the newest word of each counts."""
    connection.execute(delete(reports).where(reports.c.user == user, reports.c.puzzle == puzzle))
    connection.execute(insert(reports).values(user=user, puzzle=puzzle, why=why, at=wall))


def reported(connection: Connection) -> list[ReportedPuzzle]:
    """All puzzles that something was said of, the last one first."""
    found: dict[str, list[str]] = {}
    for row in connection.execute(select(reports).order_by(reports.c.at.desc())):
        found.setdefault(row.puzzle, []).append(row.why)
    query = select(levels.c.puzzle).where(levels.c.withdrawn.is_not(None))
    gone = set(connection.execute(query).scalars())
    return [ReportedPuzzle(puzzle=name, why=why, withdrawn=name in gone) for name, why in found.items()]


def withdraw(connection: Connection, puzzle: Puzzle, wall: int | None) -> None:
    """Take a puzzle out of use, or back into it."""
    values = {"puzzle": puzzle.id, "kind": puzzle.kind, **msgspec.structs.asdict(first_level(puzzle))}
    added(connection, levels, values)
    connection.execute(update(levels).where(levels.c.puzzle == puzzle.id).values(withdrawn=wall))


# Races


class RaceRow(msgspec.Struct, frozen=True, kw_only=True):
    """A race: whose, of which kind, and how far."""

    id: str
    user: str
    kind: str | None
    began: int
    solved: int = 0
    failed: int = 0


def begin_race(connection: Connection, race: RaceRow) -> None:
    connection.execute(insert(races).values(msgspec.structs.asdict(race)))


def race_of(connection: Connection, race: str, user: str) -> RaceRow | None:
    row = connection.execute(select(races).where(races.c.id == race, races.c.user == user)).one_or_none()
    return RaceRow(**row._asdict()) if row else None


def go_on(connection: Connection, race: RaceRow, *, solved: bool) -> RaceRow:
    """Count a puzzle of a race; not if it was counted in another window."""
    values = {"solved": race.solved + solved, "failed": race.failed + (not solved)}
    same = races.c.id == race.id, races.c.solved == race.solved, races.c.failed == race.failed
    connection.execute(update(races).where(*same).values(values))
    found = race_of(connection, race.id, race.user)
    assert found is not None
    return found


def best_race(connection: Connection, user: str) -> int | None:
    return connection.execute(select(func.max(races.c.solved)).where(races.c.user == user)).scalar()


def about_user(connection: Connection, user: str) -> dict[str, Any]:
    """What somebody is given who asks for all that we know."""
    told: dict[str, Any] = {}
    for table in (tries, solvers, reports, races):
        told[table.name] = [row._asdict() for row in connection.execute(select(table).where(table.c.user == user))]
    c = schema.cards.c
    drill = select(c.table, c.number, c.seen, c.due).where(c.user == user).order_by(c.due)
    return {**told, "drill": [row._asdict() for row in connection.execute(drill)]}
