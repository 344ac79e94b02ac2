"""Games of a batch are games by the rules: in lockstep with them, through what a caller can ask."""

import random
import subprocess
import sys
from typing import Any

import msgspec
import numpy as np
import pytest

import septet
from septet.bots.layouts import sep as sep_layout
from septet.bots.layouts import sepmosa as sepmosa_layout
from septet.envs.batched import BATCHED, GameBatch, SepmosaBatch
from septet.games.options import said
from septet.games.sep.moves import ALL_MOVES
from septet.games.sepmosa.moves import number_of
from tests.envs.streams import STREAMED, Stream
from tests.playing import random_options

ENCODE: dict[str, Any] = {
    "sep": (sep_layout.encode, sep_layout.encode_oracle),
    "sep-solo": (sep_layout.encode, sep_layout.encode_oracle),
    "sepmosa": (sepmosa_layout.encode, sepmosa_layout.encode_oracle),
}
NUMBERS = {move: number for number, move in enumerate(ALL_MOVES)}
every_batched_game = pytest.mark.parametrize("name", BATCHED)


class Lockstep:
    """A batch, and beside each of its games the plain rules with the same chance."""

    def __init__(self, name: str, games: int, seed: int, options: str, **more: Any) -> None:
        self.batch = septet.batch(name, games, seed=seed, options=options, **more)
        self.rules = [STREAMED[name](Stream(seed, number)) for number in range(games)]
        self.states = [self.deal(number) for number in range(games)]
        self.over = 0

    def deal(self, number: int) -> Any:
        return self.rules[number].deal(self.batch.options, self.batch.seats, bytes(32))

    def compare(self, rng: random.Random) -> list[Any]:
        """All that can be asked is what the rules say; a legal move for each game."""
        batch, chosen = self.batch, []
        encode, encode_oracle = ENCODE[batch.game]
        seats = np.array([rng.randrange(batch.seats) for _ in self.states], np.int8)
        mine, theirs, hidden = batch.observe(), batch.observe(seats=seats), batch.oracle(seats=seats)
        (moves, counts), masks = batch.legal(), batch.mask()
        movers, scores = batch.to_move(), batch.scores()
        features = batch.features() if isinstance(batch, SepmosaBatch) else None
        for number, (rules, state) in enumerate(zip(self.rules, self.states, strict=True)):
            view = rules.view(state, state.mover)
            legal = rules.legal(view)
            numbers = [NUMBERS[move] if move in NUMBERS else number_of(move) for move in legal]
            shown = numbers[: moves.shape[1]]
            assert counts[number] == len(legal)
            assert moves[number, : len(shown)].tolist() == shown
            wanted = range(len(shown)) if batch.game == "sepmosa" else sorted(numbers)
            assert np.flatnonzero(masks[number]).tolist() == list(wanted)
            assert movers[number] == state.mover
            assert tuple(scores[number]) == rules.scores(state)
            assert mine[number].tolist() == encode(view).tolist()
            assert theirs[number].tolist() == encode(rules.view(state, int(seats[number]))).tolist()
            assert hidden[number].tolist() == encode_oracle(state, int(seats[number])).tolist()
            if features is not None:
                matrix = sepmosa_layout.encode_moves(legal, batch.actions)
                assert (features[number] == matrix).all()
            place = rng.randrange(len(shown))
            chosen.append((legal[place], place if batch.game == "sepmosa" else numbers[place]))
        return chosen

    def step(self, chosen: list[Any]) -> None:
        actions = np.array([action for _, action in chosen], np.int32)
        rewards, done = self.batch.step(actions)
        for number, (move, _) in enumerate(chosen):
            rules, before = self.rules[number], self.states[number]
            state = rules.apply(before, before.mover, move)
            ended = rules.outcome(state)
            assert done[number] == (ended is not None)
            if self.batch.seats == 1:
                assert rewards[number, 0] == sum(state.points) - sum(before.points)
            else:
                win = (ended.places[1] - ended.places[0]) if ended else 0
                assert rewards[number].tolist() == [win, -win]
            if ended:
                self.over += 1
                state = self.deal(number)
            self.states[number] = state


def play(name: str, games: int, wanted: int, seed: int, options: str = "", **more: Any) -> int:
    """Play until so many games are over; how many steps that took."""
    rng = random.Random(f"{name} {seed}")
    both = Lockstep(name, games, seed, options, **more)
    steps = 0
    while both.over < wanted:
        both.step(both.compare(rng))
        steps += 1
    return steps


@pytest.mark.parametrize(("name", "wanted"), [("sep", 16), ("sep-solo", 60), ("sepmosa", 3)])
def test_a_batch_plays_by_the_rules(name: str, wanted: int) -> None:
    assert play(name, 12 if name != "sepmosa" else 4, wanted, seed=5) > 20


@pytest.mark.parametrize(("name", "times"), [("sep", 6), ("sep-solo", 10), ("sepmosa", 2)])
def test_a_batch_plays_by_the_house_rules_too(name: str, times: int) -> None:
    rng = random.Random(f"options {name}")
    for seed in range(times):
        rules = STREAMED[name](Stream(0, 0))
        play(name, 2, 1, seed, said(random_options(rules, rng)))


@pytest.mark.long
@pytest.mark.parametrize("name", BATCHED)
@pytest.mark.parametrize("part", range(20))
def test_ten_thousand_games_of_a_batch_are_games_by_the_rules(name: str, part: int) -> None:
    """Half of them as usual, half with random house rules."""
    rng = random.Random(f"long {name} {part}")
    play(name, 50, 250, seed=100 + part)
    for seed in range(50):
        rules = STREAMED[name](Stream(0, 0))
        play(name, 5, 5, 1000 * part + seed, said(random_options(rules, rng)))


def leaky(batch: GameBatch) -> None:
    """Shows one number of what is hidden."""
    plain = batch.observe

    def observe(out: Any = None, seats: Any = None) -> Any:
        rows = plain(out, seats)
        rows[:, -1] += batch.oracle(seats=seats).argmax(axis=1) % 2 > 0
        return rows

    batch.observe = observe  # type: ignore[method-assign]


def one_move_less(batch: GameBatch) -> None:
    plain = batch.mask

    def mask(out: Any = None) -> Any:
        masks = plain(out)
        masks[np.arange(batch.size), masks.argmax(axis=1)] = False
        return masks

    batch.mask = mask  # type: ignore[method-assign]


def of_one_chance(batch: GameBatch) -> None:
    """Every game has the same stream."""
    batch._words[:] = batch._words[0]
    batch.reset()


@every_batched_game
@pytest.mark.parametrize("plant", [leaky, one_move_less, of_one_chance])
def test_a_fault_planted_in_a_batch_is_caught(name: str, plant: Any) -> None:
    both, rng = Lockstep(name, 6, 1, ""), random.Random(1)
    plant(both.batch)
    with pytest.raises(AssertionError):
        for _ in range(20):
            both.step(both.compare(rng))


def random_play(batch: GameBatch, steps: int, seed: int) -> tuple[Any, ...]:
    """Moves that depend on the number of a game and on nothing else of the batch; all that came of them."""
    told = []
    for step in range(steps):
        moves, counts = batch.legal()
        numbers = np.arange(batch.first, batch.first + batch.size) * 7919 + step * 104_729 + seed
        places = (numbers % np.minimum(counts, moves.shape[1])).astype(np.int32)
        actions = places if batch.game == "sepmosa" else moves[np.arange(batch.size), places].astype(np.int32)
        rewards, done = batch.step(actions)
        told.append((rewards, done, batch.observe(), batch.mask(), batch.scores()))
    return tuple(np.stack(row) for row in zip(*told, strict=True))


@every_batched_game
def test_what_becomes_of_a_game_depends_neither_on_the_batch_nor_on_threads(name: str) -> None:
    whole = random_play(septet.batch(name, 30, seed=3), 60, 1)
    with septet.batch(name, 30, seed=3, threads=4) as threaded:
        for one, other in zip(whole, random_play(threaded, 60, 1), strict=True):
            assert (one == other).all()
    part = random_play(septet.batch(name, 7, seed=3, first=11), 60, 1)
    for one, other in zip(whole, part, strict=True):
        assert (one[:, 11:18] == other).all()
    others = random_play(septet.batch(name, 30, seed=4), 60, 1)
    assert (whole[2] != others[2]).any()


@every_batched_game
def test_more_threads_than_games_do_no_harm(name: str) -> None:
    with septet.batch(name, 3, threads=8) as few:
        assert random_play(few, 5, 0)[0].shape[1] == 3


@every_batched_game
def test_a_clone_goes_its_own_way_and_the_same_way(name: str) -> None:
    batch = septet.batch(name, 5, seed=2)
    random_play(batch, 20, 0)
    other = batch.clone()
    before = batch.observe()
    told = random_play(other, 30, 9)
    assert (batch.observe() == before).all(), "the first one has not moved"
    for one, again in zip(told, random_play(batch, 30, 9), strict=True):
        assert (one == again).all()


@every_batched_game
def test_everything_is_written_where_the_caller_says(name: str) -> None:
    batch = septet.batch(name, 6, seed=1)
    rows = np.full((6, batch.layout.size), 99, np.int8)
    masks = np.ones((6, batch.actions), np.bool_)
    rewards, done = np.full((6, batch.seats), 5, np.float32), np.full(6, 9, np.uint8)
    assert batch.observe(rows) is rows
    assert batch.mask(masks) is masks
    assert not (rows == 99).any()
    assert 0 < masks.sum() < masks.size
    first = masks.argmax(axis=1).astype(np.int32)
    assert batch.step(first, rewards, done)[0] is rewards
    assert not rewards.any()
    assert not done.any()


@every_batched_game
def test_a_move_that_is_not_legal_ends_the_game_and_costs_its_mover_a_point(name: str) -> None:
    for again in (True, False):
        batch = septet.batch(name, 3, seed=1, auto_reset=again)
        movers, masks, before = batch.to_move(), batch.mask(), batch.observe()
        actions = masks.argmax(axis=1).astype(np.int32)
        actions[1] = np.flatnonzero(~masks[1])[-1]
        rewards, done = batch.step(actions)
        assert done.tolist() == [0, 2, 0]
        assert rewards[1, movers[1]] == -1
        assert np.abs(rewards).sum() == 1
        assert batch.mask()[1].any() == again, "dealt anew, or left alone"
        if not again:
            assert (batch.observe()[1] == before[1]).all()
            assert batch.to_move()[1] == -1
            _, done = batch.step(actions)
            assert done[1] == 2
            batch.reset()
            assert batch.mask()[1].any()
        for far in (-1, 10**9):
            assert batch.step(np.full(3, far, np.int32))[1].tolist() == [2, 2, 2]


def test_a_game_of_a_batch_can_be_looked_at_by_the_plain_rules() -> None:
    batch = septet.batch("sep", 2, seed=1, options="pile_count=1")
    state = batch.state(1)
    assert state.options.pile_count == 1
    assert state.mover == batch.to_move()[1]
    with pytest.raises(ValueError, match="game must be a whole number from 0 to 1"):
        batch.state(2)


def test_a_list_of_sepmosa_that_is_cut_short_still_says_how_long_it_is() -> None:
    assert play("sepmosa", 2, 1, seed=1, width=3) > 10


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: septet.batch("set", 4), "'set' is not played in batches; these are: sep, sep-solo, sepmosa"),
        (lambda: septet.batch("sep", 0), "games must be a whole number from 1"),
        (lambda: septet.batch("sep", 4, threads=0), "threads must be a whole number"),
        (lambda: septet.batch("sep", 4, seed=-1), "seed must be a whole number"),
        (lambda: septet.batch("sepmosa", 4, width=0), "width must be a whole number"),
        (lambda: septet.batch("sep", 4, options="pile_count=99"), "sep cannot be played with 'pile_count=99'"),
        (lambda: septet.batch("sep", 4).step(np.zeros(4, np.int64)), "actions must be a C-contiguous array of int32"),
        (lambda: septet.batch("sep", 4).step(np.zeros(3, np.int32)), r"with shape \(4,\)"),
        (lambda: septet.batch("sep", 4).mask(np.zeros((4, 738), np.bool_)[:, ::2]), "C-contiguous"),
        (lambda: septet.batch("sep", 4).observe(seats=np.full(4, 2, np.int8)), "seats must be from -1"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(call: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words) as told:
        call()
    assert "\n" not in str(told.value)


def test_a_list_is_no_array() -> None:
    batch: Any = septet.batch("sep", 1)
    with pytest.raises(TypeError, match="actions must be"):
        batch.step([0])


def test_importing_the_package_loads_neither_numpy_nor_numba() -> None:
    code = "import septet, sys; print(sorted({'numpy', 'numba', 'septet.envs'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    with pytest.raises(AttributeError, match="no attribute 'batches'"):
        _ = septet.batches


def test_a_layout_names_every_number_of_its_row_once() -> None:
    for kind in BATCHED.values():
        for layout in (kind.layout, kind.oracle_layout):
            ends = [0, *(field.end for field in layout)]
            assert [field.start for field in layout] == ends[:-1]
            assert layout.size == ends[-1]
            assert msgspec.json.encode([str(layout), *(field.about for field in layout)])
