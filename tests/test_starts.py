"""Games that begin in another one or in a drawn position: by the rules alone, and recorded so that they replay."""

import hashlib
import random
from typing import Any

import msgspec
import pytest

from septet.games import GAMES
from septet.games.chance import seed_from
from septet.games.errors import BadRecord, BadText
from septet.games.game import Join, Leave, Pause, Resume, Study, Undo
from septet.games.log import Log, read, write
from septet.games.notation import Notation
from septet.games.sep.moves import ActionTurn, Draw
from septet.games.starts import Origin, begin, standing
from tests.playing import AnyGame, play_on, random_log, sitters, states, watchers

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
by_turns = pytest.mark.parametrize(
    "game", [game for game in GAMES.values() if game.family != "setgame"], ids=lambda game: game.name
)

TAKING_TURNS = ("sep", "sep-solo", "sepmosa", "chipset", "setup")


def forked(log: Log, at: int, *, same: bool = False) -> Origin:
    start = log.header.start or None
    return Origin(seed=log.seed.hex(), base=start, moves=tuple(standing(log.entries[:at])), same=same, at=at)


def from_there(log: Log, at: int, rng: random.Random, **how: Any) -> Log:
    """A game that begins at this moment, played on to its end by whoever may."""
    first = log.tables[0].state
    new = Log.new(
        log.game, first.options, sitters(len(log.header.seats)), rng.randbytes(32), start=forked(log, at, **how)
    )
    play_on(new, rng)
    return new


def moments(log: Log, rng: random.Random, count: int) -> list[int]:
    """Moments of a game that is not over yet, and at which nobody has paused or left for good."""
    running = [at for at, table in enumerate(log.tables) if not table.ended and not log.game.outcome(table.state)]
    return sorted(rng.choice(running) for _ in range(count))


@every_game
def test_what_lies_face_down_comes_in_another_order_and_nobody_sees_the_difference(game: AnyGame) -> None:
    rng = random.Random(f"reshuffled {game.name}")
    changed = 0
    for state in states(game, rng):
        other = game.study.reshuffled(state, rng.randbytes(32))
        changed += other != msgspec.structs.replace(state, seed=other.seed)
        assert sorted(game.study.pieces(other)) == sorted(game.study.pieces(state))
        for seat in watchers(game, state):
            assert game.view(other, seat) == game.view(state, seat)
    assert changed


@every_game
def test_any_moment_is_played_on_from_to_the_end_and_its_record_replays(game: AnyGame) -> None:
    played_on_from(game, random.Random(f"starts {game.name}"), games=2, each=2)


@pytest.mark.long
@pytest.mark.parametrize("game", [GAMES[name] for name in TAKING_TURNS], ids=TAKING_TURNS)
def test_two_hundred_moments_are_played_on_from(game: AnyGame) -> None:
    played_on_from(game, random.Random(f"many starts {game.name}"), games=20, each=10)


def played_on_from(game: AnyGame, rng: random.Random, games: int, each: int) -> None:
    for _ in range(games):
        log = random_log(game, rng)
        for at in moments(log, rng, each):
            new = from_there(log, at, rng)
            assert new.outcome
            assert new.header.septet == 3
            again = read(write(new))
            assert [table.state for table in again.tables] == [table.state for table in new.tables]
            deeper = from_there(new, moments(new, rng, 1)[0], rng)
            assert read(write(deeper)).outcome == deeper.outcome


@by_turns
def test_with_the_same_cards_the_same_moves_lead_to_the_same_end(game: AnyGame) -> None:
    rng = random.Random(f"same {game.name}")
    log = random_log(game, rng)
    at = moments(log, rng, 1)[0]
    first = log.tables[0].state
    new = Log.new(game, first.options, log.header.seats, rng.randbytes(32), start=forked(log, at, same=True))
    assert new.table.state == log.tables[at].state


PICTURES = {
    "sep": ("circle: 4D 5D 6D.8H 7D 8D 2C\nhand: 3C 9H\n", 2),
    "sep-solo": ("circle: 4D 5D 6D.8H 7D 8D 2C\ntokens: 6-1\n", 1),
    "sepmosa": ("d . * R5 .\nscores: 12-30\n", 2),
    "set": ("players: 3\ntable: 1ROF 2ROF 3ROE\n", 3),
    "setup": ("players: 3\nhand P1: 1ROF 2ROF\n", 3),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_drawn_position_is_played_from_and_what_is_not_drawn_is_dealt(name: str) -> None:
    game, (picture, seats) = GAMES[name], PICTURES[name]
    dealt = []
    for number in range(3):
        rng = random.Random(f"{name} {number}")
        log = Log.new(game, game.Options(), sitters(seats), seed_from(f"{number}"), start=Origin(picture=picture))
        dealt.append(msgspec.msgpack.encode(game.view(log.table.state, 0)) + msgspec.msgpack.encode(log.table.state))
        play_on(log, rng)
        assert log.outcome
        assert read(write(log)).outcome == log.outcome
        assert log.shuffles()
    assert len(set(dealt)) == 3


@pytest.mark.parametrize(
    ("start", "code"),
    [
        ({"picture": "circle: 4D\n"}, "bad_picture"),
        ({"seed": "00"}, "bad_seed"),
        ({"seed": "00" * 32, "moves": [[0, {"type": "fly"}]]}, "bad_header"),
        ({"seed": "00" * 32, "moves": [[0, {"type": "place", "card": "3C", "slot": 0}]]}, "bad_start"),
        ({"seed": "00" * 32, "moves": [[0, {"type": "draw"}]] * 4_001}, "bad_header"),
        ({"picture": "circle: 4D 5D 6D 7D 8D 2C\n", "of": 7}, "bad_header"),
    ],
    ids=["half a picture", "half a seed", "no move", "a move that is not allowed", "too many moves", "no name"],
)
def test_a_record_that_begins_nowhere_is_refused(start: dict[str, Any], code: str) -> None:
    game = GAMES["sep"]
    log = Log.new(game, game.Options(), sitters(2), bytes(32))
    header = {**msgspec.to_builtins(log.header), "septet": 3, "start": start}
    body = msgspec.json.encode(header) + b"\n"
    seal = {"outcome": None, "sha256": hashlib.sha256(body).hexdigest()}
    with pytest.raises(BadRecord) as refused:
        read(body + msgspec.json.encode(seal) + b"\n")
    assert refused.value.code == code


def test_an_impossible_picture_and_the_wrong_number_of_seats_are_refused() -> None:
    game = GAMES["set"]
    with pytest.raises(BadText):
        begin(game, game.Options(), 2, Origin(picture="table: 1ROF 1ROF"), bytes(32))
    with pytest.raises(BadRecord, match="bad_seats"):
        begin(game, game.Options(), 2, Origin(picture="players: 3"), bytes(32))


def test_games_that_begin_in_games_end_somewhere() -> None:
    start = Origin(picture="circle: 4D 5D 6D 7D 8D 2C")
    for _ in range(20):
        start = Origin(seed="00" * 32, base=start)
    game = GAMES["sep"]
    with pytest.raises(BadRecord, match="bad_header"):
        begin(game, game.Options(), 2, start, bytes(32))


def test_whoever_was_away_there_is_back() -> None:
    game = GAMES["set"]
    log = Log.new(game, game.Options(), sitters(3), bytes(32))
    log.play(2, Leave())
    assert log.table.absent == {2}
    state = begin(game, game.Options(), 3, forked(log, 1), bytes(32))
    assert 2 not in state.gone


def test_where_somebody_has_joined_nobody_plays_on() -> None:
    game = GAMES["set"]
    log = Log.new(game, game.Options(), sitters(2), bytes(32))
    log.play(None, Join("Cid"))
    with pytest.raises(BadRecord, match="somebody_joined"):
        forked(log, 1)


def test_pauses_and_what_was_undone_are_left_out() -> None:
    game = GAMES["sep"]
    log = Log.new(game, game.Options(), sitters(2), bytes(32))
    mover = log.table.state.mover
    for move in (Draw(), Undo(0), Pause(), Resume(), ActionTurn()):
        log.play(mover if isinstance(move, Draw | ActionTurn) else None, move)
    assert standing(log.entries) == [(mover, ActionTurn())]


def test_a_seed_that_is_none_is_refused() -> None:
    game = GAMES["sep"]
    with pytest.raises(BadRecord, match="bad_seed"):
        begin(game, game.Options(), 2, Origin(seed="zz" * 32), bytes(32))


def test_a_game_without_piles_begins_as_it_is_drawn() -> None:
    game = GAMES["sep"]
    lines = ["circle: 4D 5D 6D 7D 8D 2C"]
    drawn = game.notation.parse(game.Options(), lines)
    assert Notation.begin(game.notation, game.Options(), lines, bytes(32)) == drawn
    assert Study.reshuffled(game.study, drawn, bytes(32)) is drawn
    assert Study.hands(game.study, drawn) == Study.lying(game.study, drawn) == ()


def test_a_record_of_a_running_game_does_not_tell_what_was_dealt_before_it_began() -> None:
    game = GAMES["sep"]
    old = random_log(game, random.Random(2))
    new = Log.new(game, old.tables[0].state.options, sitters(2), bytes(32), start=forked(old, 4))
    told = write(new, show_seed=False)
    assert old.seed.hex().encode() not in told
    assert b'"moves"' not in told
    with pytest.raises(BadRecord, match="no_seed"):
        read(told)
