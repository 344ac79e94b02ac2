"""What a seat is told never depends on what it may not know."""

import asyncio
import random
from copy import copy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from septet.bots.hints import HELPERS, hint
from septet.games import GAMES
from septet.games.errors import Refusal
from septet.games.game import IllegalMove, Seat, Timeout
from septet.games.table import GameTable
from septet.i18n import words
from septet.server.tables import commands, telling
from septet.server.tables.clocks import Times
from septet.server.tables.coaching import coached
from septet.server.tables.events import Played, Row, Sat, Started
from septet.server.tables.room import Room
from septet.server.tables.seating import ChairState, Setup
from tests.playing import AnyGame, random_options, seats_of
from tests.server.lines import line, make
from tests.server.running import House, running
from tests.server.test_tables import move_on, seated

encode = msgspec.json.encode
SEED = bytes(range(32))


def row(room: Room, event: Any, at: int) -> Row:
    return Row("tabletable00", room.n + 1, at, 1_000, None, None, encode(event))


def new_room(game: AnyGame, rng: random.Random) -> Room:
    """A table of persons, dealt."""
    seats = seats_of(game, rng)
    options = msgspec.structs.asdict(random_options(game, rng))
    room = Room("tabletable00", Setup(game=game.name, options=options, seats=seats, host="u0"), rng.randbytes(32))
    for seat in range(seats):
        room.fold(row(room, Sat(seat, f"Player {seat}", user=f"u{seat}"), 0))
    numbers = (rng.randbytes(32).hex(), *[None] * (seats - 1))
    room.fold(row(room, Started(tuple(range(seats)), numbers), 0))
    return room


def moved(room: Room, rng: random.Random, at: int) -> None:
    """Somebody makes a legal move, or a timer runs out."""
    game, log = room.game, room.log
    assert log is not None
    for _ in range(5_000):
        seats = sorted(game.to_move(log.table.state))
        timers = sorted(game.timers(log.table.state), key=str)
        if timers and (not seats or rng.random() < 0.1):
            timer = rng.choice(timers)
            step: tuple[Seat | None, Any] = None, Timeout(timer.name, timer.seat)
        else:
            seat = rng.choice(seats)
            legal = game.legal(game.view(log.table.state, seat))
            if not legal:
                continue
            step = seat, rng.choice(legal)
        try:
            room.fold(row(room, Played(*step), at))
        except IllegalMove:
            room.n -= 1  # an attempt that failed: nothing was written
            continue
        return
    raise AssertionError("nobody can move")


def otherwise(room: Room, seat: Seat | None, rng: random.Random) -> Room:
    """The same table in a world that looks the same to this seat, with other hidden cards and another seed."""
    assert room.log is not None
    other = Room(room.table, room.setup, SEED)
    other.__dict__.update({**room.__dict__, "secret": SEED, "times": Times(None)})
    guess = room.game.guess(room.game.view(room.log.table.state, seat), rng)
    log = object.__new__(type(room.log))
    log.__dict__.update({**room.log.__dict__, "tables": [*room.log.tables[:-1], GameTable(guess)], "seed": SEED})
    other.log = log
    timers, movers = room.game.timers(guess), room.game.to_move(guess)
    other.times.go_on(room.at, movers, timers, paused=False, moved=None)
    starts = dict(room.times.due)
    other.times.due = {timer: starts.get(timer, due) for timer, due in other.times.due.items()}
    return other


def told(room: Room, seat: Seat | None, tries: list[Any]) -> list[bytes]:
    """Everything that the server would send to this seat now: all of it, the last event, and answers to its tries."""
    user = f"u{seat}" if seat is not None else None
    here = (True,) * len(room.chairs)
    event = telling.event_seen(room.happened[-1][1], seat)
    now = room.at + 7
    whole = telling.table(room, user, here, 0, now, ratings={})
    messages = [whole, event, telling.moment(room, seat, now)]
    sent = [encode(message) for message in messages]
    if seat is not None:
        sent += [encode(coached(one, seat, "", telling.History())) for one in (room, against_bots(room, seat))]
    if room.setup.game in HELPERS and seat is not None and room.moves % 5 == 0 and not room.outcome:
        assert room.log is not None
        sent.append(encode(hint(room.setup.game, room.log.view(seat))))  # which is all that its worker is asked
    return sent + [answered(room, seat, move) for move in tries if seat is not None]


def against_bots(room: Room, seat: Seat) -> Room:
    """The same table with bots on all other seats: what a coach says is more there."""
    other = copy(room)
    other.seating = copy(room.seating)
    other.seating.chairs = [chair if at == seat else ChairState(bot="casual") for at, chair in enumerate(room.chairs)]
    return other


def answered(room: Room, seat: Seat, move: Any) -> bytes:
    """What a move that this seat tries is answered, as far as it is refused before anything is shown."""
    try:
        commands.play(room, seat, msgspec.Raw(encode(move)), room.at, rev=room.rev)
    except Refusal as refusal:
        if refusal.code in room.game.attempts:
            return b"an attempt"
        return encode([refusal.code, words("en").refusal(refusal)])
    return b"done"


@pytest.mark.parametrize("name", GAMES)
def test_other_hidden_cards_change_no_byte_of_what_a_seat_is_told(name: str) -> None:
    game: AnyGame = GAMES[name]
    for number in range(2):
        rng = random.Random(f"{name}/{number}")
        room = new_room(game, rng)
        for at in range(0, 45_000, 1_000):
            if room.outcome:
                break
            assert room.log is not None
            for seat in (*range(len(room.chairs)), None):
                view = game.view(room.log.table.state, seat)
                assert not game.untold & {one.name for one in telling.countdowns(room, room.at)}
                tries = [game.study.imagine(view, rng) for _ in range(4)] if seat is not None else []
                assert told(room, seat, tries) == told(otherwise(room, seat, rng), seat, tries), (seat, at)
            moved(room, rng, at)


@pytest.mark.parametrize("name", GAMES)
def test_the_seed_is_told_when_the_game_is_over_and_not_before(name: str) -> None:
    game: AnyGame = GAMES[name]
    rng = random.Random(name)
    room = new_room(game, rng)
    for at in range(0, 40_000, 1_000):
        if room.outcome:
            break
        hidden = [room.secret.hex().encode(), room.seed.hex().encode()]
        assert all(seed not in one for seed in hidden for seat in (0, None) for one in told(room, seat, []))
        moved(room, rng, at)
    assert room.commitment.encode() in told(room, None, [])[0], "the commitment is told from the start"


def test_no_hidden_card_is_named_on_the_wire(tmp_path: Path) -> None:
    """Every message of a real game, to both players and a spectator, beside the truth that only the server knows."""

    async def play(house: House) -> int:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "sep", "me", "anyone")
        rng, checked = random.Random("wire"), 0
        async with line(house, ann) as one, line(house, bob) as other, line(house) as watcher:
            await watcher.ask("watch", table=table)
            await seated(one, other, table)
            for _ in range(40):
                marks = [len(each.raw) for each in (one, other, watcher)]
                if await move_on([one, other], table, rng, moves=1) == 0:
                    break
                await watcher.at(table, one.n[table])
                state = house.server.hall.tables[table].room.log.table.state  # type: ignore[union-attr]
                for each, mark, seat in zip((one, other, watcher), marks, (0, 1, None), strict=True):
                    hidden = hidden_cards(state, seat)
                    for text in each.raw[mark:]:
                        assert not [card for card in hidden if f'"{card}"' in text]
                        checked += 1
        return checked

    with running(tmp_path) as house:
        assert asyncio.run(play(house)) > 100


def hidden_cards(state: Any, seat: Seat | None) -> set[str]:
    """The piles, and the hands of the others as far as nobody saw them being filled."""
    others = [player for number, player in enumerate(state.players) if number != seat]
    return {*state.draw, *(card for player in others for card in player.number_hand if card not in player.shown)}
