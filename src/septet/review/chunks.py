"""A review cut into chunks of background work, and put together again; the same whoever makes the chunks."""

from collections.abc import Sequence
from typing import Any

import msgspec

from septet.background.chunks import Chunk
from septet.games.errors import BadRecord
from septet.review import counted
from septet.review.deciding import Judged, decision
from septet.review.report import Decision, Review
from septet.review.reviewing import ValuedMove, review, steps_of, valued_move
from septet.study import replay
from septet.study.replay import Story

KIND = "review"
FEWEST = 2  # playouts: one alone has no error
TOGETHER = 4  # moves that one chunk values
USUAL = {"sep": 200, "sep-solo": 400, "sepmosa": 60}  # playouts of each move, and more where a mistake is in doubt


class ReviewChunk(msgspec.Struct, frozen=True, kw_only=True):
    """Moves of a game to be valued; or another move in the place of one of them."""

    record: str
    seed: str
    playouts: int
    numbers: tuple[int, ...]  # none: a game that is counted, all of it
    instead: dict[str, Any] | None = None
    began: int | None = None  # when the cards were dealt, in milliseconds of the record; counted games alone ask for it


def plan(record: bytes, seed: str, playouts: int | None = None, began: int | None = None) -> list[Chunk]:
    """What is to be made for the review of a game that is over; raises BadRecord and BadText."""
    story = _over(record)
    if counted.is_counted(story):
        return [_chunk(record, seed, 0, (), began=began)]
    numbers, count = steps_of(story), playouts or USUAL[story.game.name]
    assert count >= FEWEST, "an error needs two playouts at least"
    return [_chunk(record, seed, count, numbers[at : at + TOGETHER]) for at in range(0, len(numbers), TOGETHER)]


def assemble(record: bytes, chunks: Sequence[Chunk], results: Sequence[bytes]) -> Review:
    """The review, from what came of its chunks."""
    story = replay.read(record)
    if counted.is_counted(story):
        return msgspec.json.decode(results[0], type=Review)  # type: ignore[no-any-return]
    asked = msgspec.json.decode(chunks[0].body, type=ReviewChunk)
    moves = [one for result in results for one in msgspec.json.decode(result, type=tuple[ValuedMove, ...])]
    return review(story, tuple(moves), asked.playouts, asked.seed)


def answer(body: bytes) -> bytes:
    """Make one chunk."""
    asked = msgspec.json.decode(body, type=ReviewChunk)
    story = replay.read(asked.record.encode())
    if not asked.numbers:
        return msgspec.json.encode(counted.review(story, seed=asked.seed, began=asked.began))
    if asked.instead is not None:
        return msgspec.json.encode(_tried(story, asked))
    made = tuple(valued_move(story, number, asked.playouts, asked.seed) for number in asked.numbers)
    return msgspec.json.encode(made)


def may_try(record: bytes) -> bool:
    """Are moves of this game played out, so that another one has a value too?"""
    return not counted.is_counted(replay.read(record))


def try_chunk(record: bytes, number: int, move: dict[str, Any], seed: str, playouts: int | None = None) -> Chunk:
    """What another move in the place of this one would have been worth; raises BadRecord, and IllegalMove if the rules
    do not allow it."""
    story = _over(record)
    if number not in steps_of(story):
        raise BadRecord("no_such_move", at=number, moves=story.length)
    entry = story.entries[number - 1]
    other = msgspec.convert(move, story.game.moves)
    story.game.apply(story.tables[number - 1].state, entry.seat, other)
    return _chunk(record, seed, playouts or USUAL[story.game.name], (number,), instead=msgspec.to_builtins(other))


def tried(result: bytes) -> Decision:
    """What came of it."""
    return msgspec.json.decode(result, type=Decision)


def _tried(story: Story, asked: ReviewChunk) -> Decision:
    number = asked.numbers[0]
    entry = story.entries[number - 1]
    assert entry.seat is not None
    move = msgspec.convert(asked.instead, story.game.moves)
    state = story.tables[number - 1].state
    choice = Judged(story.game, state, entry.seat, asked.playouts, f"{asked.seed} instead")
    return decision(choice, number, move)


def _over(record: bytes) -> Story:
    story = replay.read(record)
    if story.outcome(story.length) is None:
        raise BadRecord("not_over")
    if not counted.is_counted(story) and not steps_of(story):
        raise BadRecord("no_moves")
    return story


def _chunk(record: bytes, seed: str, playouts: int, numbers: tuple[int, ...], **more: Any) -> Chunk:
    asked = ReviewChunk(record=record.decode(), seed=seed, playouts=playouts, numbers=numbers, **more)
    return Chunk(KIND, msgspec.json.encode(asked))
