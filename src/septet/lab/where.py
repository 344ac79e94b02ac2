"""Show me where it matters: the smallest position from played games in which two readings of a rule differ.

Bots play by the base. Wherever the other reading allows another move, or makes something else of one, the position is a
place where it matters. The smallest of them is shrunk: whatever can be left out of its picture without the difference
going away is left out. What remains is played both ways by `septet check`.
"""

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
import numpy as np

from septet.background.chunks import Chunk
from septet.bots import sit
from septet.bots.engine import COMPILES
from septet.games import GAMES
from septet.games.chance import Streams, seed_from
from septet.games.errors import Refusal
from septet.games.game import Game, IllegalMove, Seat
from septet.games.options import choices, for_new, from_values, say
from septet.games.pictures import Block, Trial, play, unmet
from septet.lab.figures import same, with_options
from septet.lab.paired import Mean, mean_of
from septet.lab.simulate import played_out, ready
from septet.review.valuer import value
from septet.study.choosing import face_down

KIND = "where"
TOGETHER = 5  # games that one chunk plays
PLAYOUTS = 400  # for what a position is worth
SMALLEST = 5  # positions that a chunk hands on, to be shrunk
ASIDE = {  # limits, who begins, how many rounds: numbers and wishes, and no readings of a sheet
    *("turn_limit", "pile_count", "tie_extra_piles", "start_player", "solo_match", "solo_piles"),
    *("stall_reset", "target", "max_plies", "show_removed_log"),
}
TOLD = {"sep": ("tokens", "circle"), "sep-solo": ("tokens", "circle"), "sepmosa": ("floating", "tiles")}
TILE = re.compile(r"[A-Z]\d+")
NEEDED = ("circle", "d")  # lines without which there is no picture


class Reading(msgspec.Struct, frozen=True):
    """A ruling read in another way than usual."""

    game: str
    option: str
    value: Any

    @property
    def usual(self) -> Any:
        return choices(GAMES[self.game].Options)[self.option].default

    def options(self) -> tuple[Any, Any]:
        """Of the base, and of this reading; what it cannot do without is the same in both."""
        rules = GAMES[self.game]
        needs = NEEDS.get((self.game, self.option), {})
        base = for_new(from_values(rules.Options, needs))
        return base, for_new(from_values(rules.Options, {**needs, self.option: self.value}))

    def braces(self, other: bool) -> str:
        """House rules as a try begins with them."""
        values = {**NEEDS.get((self.game, self.option), {}), self.option: self.value if other else self.usual}
        return "{" + ", ".join(f"{name}={say(value)}" for name, value in values.items()) + "}"


NEEDS: dict[tuple[str, str], dict[str, Any]] = {  # other house rules that a ruling goes with
    ("sep-solo", "solo_voluntary_pass"): {"solo_pass_penalty": True},
    ("sep-solo", "solo_b_target"): {"solo_match": "b"},
}


class Spot(msgspec.Struct, frozen=True):
    """A position in which two readings differ: its picture, the move, and what comes of it by each."""

    picture: tuple[str, ...]
    moves: str
    usual: str
    other: str

    @property
    def size(self) -> tuple[int, int]:
        """How many pieces and words there are in the picture, and how long it is."""
        words = [word for line in self.picture for word in line.replace(".", " ").split()]
        return len(words), sum(len(line.split()) for line in self.picture)


class WhereChunk(msgspec.Struct, frozen=True):
    reading: Reading
    seed: str
    start: int


class WhereFound(msgspec.Struct, frozen=True):
    """What some games had to show."""

    games: int
    with_it: int  # games with such a position
    positions: int
    dealt: int  # games that would have been dealt otherwise
    worth: tuple[float, ...]  # of the first such position of each game, to whoever is to move there
    spots: tuple[Spot, ...]
    deals: tuple[str, ...] = ()  # the first that was dealt otherwise: what lay there by each reading


class Where(msgspec.Struct, frozen=True):
    """What all of them had to show, and the smallest position of all."""

    reading: Reading
    games: int
    with_it: int
    positions: int
    dealt: int
    worth: Mean | None  # what the usual reading is worth more than the other to whoever is to move; None if unknown
    spot: Spot | None
    deals: tuple[str, ...] = ()
    far: int = 0  # games that were searched for it beyond these, and those of them in which it mattered
    far_with: int = 0


def rulings(game: str) -> tuple[str, ...]:
    """The options of a game that are readings of its sheet."""
    return tuple(name for name in choices(GAMES[game].Options) if name not in ASIDE)


def readings(game: str, option: str) -> tuple[Reading, ...]:
    choice = choices(GAMES[game].Options)[option]
    return tuple(Reading(game, option, value) for value in choice.values if value != choice.default)


# -- looking through games --------------------------------------------------------------------------------------------


def chunk(reading: Reading, seed: str, start: int) -> Chunk:
    return Chunk(KIND, msgspec.json.encode(WhereChunk(reading, seed, start)))


def answer(body: bytes) -> bytes:
    """Look through some games."""
    asked = msgspec.json.decode(body, type=WhereChunk)
    reading = asked.reading
    game = GAMES[reading.game]
    ready(game.name, ("greedy", "random"))
    base, other = reading.options()
    spots, with_it, positions, dealt, worth = list[Spot](), 0, 0, 0, list[float]()
    deals: tuple[str, ...] = ()
    for number in range(asked.start, asked.start + TOGETHER):
        seed = Streams(seed_from(f"{asked.seed}/{number}"))
        first, again = (game.deal(options, game.seats.start, seed) for options in (base, other))
        if with_options(again, base) != first:
            dealt += 1
            deals = deals or (drawn_deal(game, first), drawn_deal(game, again))
        found = 0
        for state, seat in _positions(game, first, f"{asked.seed}/{number}"):
            moves = _differs(game, state, seat, other)
            if moves:
                found += 1
                if found == 1 and COMPILES:
                    worth.append(worth_of(reading, state, seat, f"{asked.seed}/{number}"))
                spots += _drawn(game, reading, state, moves)
        with_it += found > 0
        positions += found
    smallest = tuple(smallest_of(spots))
    return msgspec.json.encode(WhereFound(TOGETHER, with_it, positions, dealt, tuple(worth), smallest, deals))


def smallest_of(spots: Iterable[Spot]) -> list[Spot]:
    return sorted(spots, key=lambda one: (one.size, one.picture, one.moves))[:SMALLEST]


def spots_of(reading: Reading, state: Any, seat: Seat) -> Iterator[Spot]:
    """The difference in a position of a game by the usual reading, if there is one that a picture shows."""
    game = GAMES[reading.game]
    moves = _differs(game, state, seat, reading.options()[1])
    return _drawn(game, reading, state, moves) if moves else iter(())


def _positions(game: Game[Any, Any, Any], state: Any, seed: str) -> Iterator[tuple[Any, Seat]]:
    """Where somebody has a choice, in a game of bots that take what they see, or that do not look."""
    rng = random.Random(seed)
    bots = [rng.choice(("greedy", "greedy", "random")) for _ in range(game.seats.start)]
    minds = [sit(game.name, bot, seat, random.Random(f"{seed}/{seat}")) for seat, bot in enumerate(bots)]
    before = state
    for step in played_out(game, state, minds):
        if step.seat is not None:
            yield before, step.seat
        before = step.state


def _differs(game: Game[Any, Any, Any], state: Any, seat: Seat, other: Any) -> tuple[Any, ...]:
    """A move that the other reading forbids, allows, or makes something else of, or one and the next one; or none."""
    changed = with_options(state, other)
    mine, theirs = game.legal(game.view(state, seat)), game.legal(game.view(changed, seat))
    if mine != theirs:
        return (next(move for move in (*mine, *theirs) if (move in mine) != (move in theirs)),)
    later: tuple[Any, ...] = ()
    for move in mine:
        after, changed_after = game.apply(state, seat, move), game.apply(changed, seat, move)
        known, other_known = _effect(game, state, after, seat), _effect(game, changed, changed_after, seat)
        if game.family == "sep" and face_down(after) != face_down(state):  # a card that comes up may have a say
            if not state.draw and known[-1] != other_known[-1]:  # but none is left, and it ends by one reading only
                return (move,)
        elif known != other_known:
            return (move,)
        elif not later and not same(after, changed_after):
            later = _later(game, (after, changed_after), seat, move)
    return later


def _later(game: Game[Any, Any, Any], after: tuple[Any, Any], seat: Seat, move: Any) -> tuple[Any, ...]:
    """That move, and one that the same seat may make then by one of the readings only."""
    if any(game.to_move(one) != {seat} for one in after):
        return ()
    mine, theirs = (game.legal(game.view(one, seat)) for one in after)
    return next(((move, one) for one in (*mine, *theirs) if (one in mine) != (one in theirs)), ())


def _effect(game: Game[Any, Any, Any], state: Any, after: Any, seat: Seat) -> Any:
    checks = tuple(game.notation.check(name, after) for name in TOLD[game.name])
    cleared = after.resets - state.resets if game.family == "sepmosa" else 0
    gained = game.notation.tally(after, seat) - game.notation.tally(state, seat)
    return gained, checks, cleared, game.outcome(after)


def worth_of(reading: Reading, state: Any, seat: Seat, seed: str) -> float:
    """To whoever is to move: the chance to win, or the points of one alone, by the usual reading less by the other."""
    game, other = GAMES[reading.game], reading.options()[1]
    usual, changed = (value(game, one, PLAYOUTS, seed).value for one in (state, with_options(state, other)))
    return changed - usual if seat else usual - changed


# -- a picture of it --------------------------------------------------------------------------------------------------


def _drawn(game: Game[Any, Any, Any], reading: Reading, state: Any, moves: tuple[Any, ...]) -> Iterator[Spot]:
    """The position as a picture, if that shows the difference."""
    spot = tried(reading, tuple(game.notation.picture(state)), " ".join(map(game.notation.say, moves)))
    if spot:
        yield spot


def tried(reading: Reading, picture: tuple[str, ...], moves: str) -> Spot | None:
    """The same moves by both readings; None if nothing differs that can be told, or no game comes to the position."""
    told = []
    for options in reading.options():
        try:
            told.append(_told(GAMES[reading.game], options, picture, moves))
        except (Refusal, IllegalMove):
            return None
    checks = _apart(*told)
    if checks is None:
        return None
    spot = Spot(picture, moves, *checks)
    _, failures = play(block(reading, spot))
    return None if failures else spot


def _told(game: Game[Any, Any, Any], options: Any, picture: tuple[str, ...], moves: str) -> dict[str, str]:
    """What comes of the moves, by what `septet check` calls it."""
    state = game.notation.parse(options, list(picture))
    if problem := game.notation.impossible(state):
        raise problem
    trial = Trial(game, state, state)
    for text in moves.split():
        trial.move(text)
    if trial.refusal:
        return {"refused": f"refused {trial.refusal.code}"}
    seat = trial.seat or 0
    gained = game.notation.tally(trial.state, seat) - game.notation.tally(state, seat)
    found = {"gain": f"{gained:+d}" if gained else "0"}
    found |= {name: f"{name} {game.notation.check(name, trial.state)}" for name in TOLD[game.name]}
    for flag in ("reset", "wins", "loses", "tie"):
        if (flag != "reset" or game.name == "sepmosa") and unmet(trial, ((flag,),), flag) is None:
            found["flag"] = flag
    return found


def _apart(usual: dict[str, str], other: dict[str, str]) -> tuple[str, str] | None:
    """As little as tells the two apart, and the gain in any case."""
    if usual == other:
        return None
    names = [name for name in (*usual, *other) if usual.get(name) != other.get(name)]
    shortest = min(names, key=lambda name: (name not in ("refused", "gain", "flag"), name))
    both = []
    for told in (usual, other):
        parts = [told[name] for name in dict.fromkeys(("refused", "gain", shortest)) if name in told]
        both.append("; ".join(parts))
    return (both[0], both[1]) if both[0] != both[1] else None


def block(reading: Reading, spot: Spot) -> Block:
    lines = written(reading, spot)
    return Block(reading.game, 1, tuple(enumerate(lines, start=2)))


def written(reading: Reading, spot: Spot) -> list[str]:
    """The lines of a fenced block."""
    rows = [line.split() for line in spot.picture if ":" not in line]
    wide = max((len(cell) for row in rows for cell in row), default=0)
    others = [line for line in spot.picture if ":" in line]
    if rows and not any(line.startswith("rack:") for line in others):  # whoever looks at it sees the tile played
        others += [f"rack: {tile}" for tile in TILE.findall(spot.moves.split()[0])[:1]]
    return [
        *(" ".join([row[0], *(cell.rjust(wide) for cell in row[1:])]) for row in rows),
        *others,
        f"{reading.braces(False)} {spot.moves} => {spot.usual}",
        f"{reading.braces(True)} {spot.moves} => {spot.other}",
    ]


def shrunk(reading: Reading, spot: Spot) -> Spot:
    """Leave out whatever the difference does not need, until nothing more can be left out."""
    while smaller := next(filter(None, _smaller(reading, spot)), None):
        spot = smaller
    return spot


def _smaller(reading: Reading, spot: Spot) -> Iterator[Spot | None]:
    """The same difference in a picture with less in it."""
    for picture in _less(spot.picture):
        found = tried(reading, picture, spot.moves)
        same = found and (found.usual, found.other) == (spot.usual, spot.other)
        yield found if same and found and found.size < spot.size else None


def _less(picture: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Without a line; without a card of one; without a tile; without a column that is empty."""
    for at, line in enumerate(picture):
        if line.split(":")[0].split()[0] not in NEEDED:
            yield picture[:at] + picture[at + 1 :]
    if narrow := _narrower(picture):
        yield from narrow
    for at, line in enumerate(picture):
        for fewer in _fewer(line):
            yield (*picture[:at], fewer, *picture[at + 1 :])


def _fewer(line: str) -> Iterator[str]:
    key, colon, rest = line.partition(":")
    if not colon:  # a row of the mosaic
        row, *cells = line.split()
        for at, cell in enumerate(cells):
            if cell not in (".", "*"):
                yield " ".join([row, *cells[:at], ".", *cells[at + 1 :]])
        return
    words = rest.split()
    for at, word in enumerate(words):
        if "." in word:  # a stack without its lowest card
            yield f"{key}: {' '.join([*words[:at], word.partition('.')[2], *words[at + 1 :]])}"
        elif key != "circle" and len(words) > 1:
            yield f"{key}: {' '.join(words[:at] + words[at + 1 :])}"


def _narrower(picture: tuple[str, ...]) -> list[tuple[str, ...]]:
    """A mosaic without its first column, or without its last, if there is nothing in it."""
    rows = [line.split() for line in picture if ":" not in line]
    others = [line for line in picture if ":" in line]
    found = []
    for cut, column in ((slice(2, None), 1), (slice(1, -1), -1)):
        if rows and len(rows[0]) > 2 and all(row[column] == "." for row in rows):
            found.append((*(" ".join([row[0], *row[cut]]) for row in rows), *others))
    return found


def added_up(reading: Reading, results: Sequence[bytes]) -> Where:
    """What all chunks had to show; the smallest position is shrunk."""
    found = [msgspec.json.decode(one, type=WhereFound) for one in results]
    worth = np.array([value for one in found for value in one.worth])
    return Where(
        reading=reading,
        games=sum(one.games for one in found),
        with_it=sum(one.with_it for one in found),
        positions=sum(one.positions for one in found),
        dealt=sum(one.dealt for one in found),
        worth=mean_of(worth, share=False) if len(worth) > 1 else None,
        spot=smallest_shrunk(reading, [spot for one in found for spot in one.spots]),
        deals=next((one.deals for one in found if one.deals), ()),
    )


def smallest_shrunk(reading: Reading, spots: Sequence[Spot]) -> Spot | None:
    """The smallest of these positions, with nothing in it that is not needed."""
    return next(iter(smallest_of(shrunk(reading, one) for one in smallest_of(spots))), None)


def drawn_deal(game: Game[Any, Any, Any], dealt: Any) -> str:
    """What lies face up after a deal."""
    return next(line for line in game.notation.picture(dealt) if line.startswith("circle"))
