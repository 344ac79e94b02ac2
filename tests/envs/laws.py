"""Laws that every environment keeps, whatever its library: it leaks nothing, its mask is right, it guesses honestly.

They hold an environment against the plain rules, and never against its own dialect: what is seen and what is legal is
worked out here once more.
"""

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any, Protocol

import pyspiel

from septet.envs.dialect import Dialect
from septet.envs.dialects import SetSoloDialect
from septet.envs.gymnasium import SeptetGym
from septet.envs.openspiel import Progress, SpielGame, SpielState
from septet.envs.pettingzoo import SeptetAEC
from septet.games.game import Move
from septet.games.setgame.cards import is_set, sets_among
from septet.games.setgame.chipset.moves import Expose, Wait
from septet.games.setgame.coopset.moves import CommitLayout
from septet.games.setgame.moves import Mark, Unmark


class Case(Protocol):
    """An environment as the laws ask it."""

    dialect: Dialect

    @property
    def position(self) -> Any: ...

    def shown(self, seat: int) -> tuple[Any, ...]:
        """All that whoever sits there is shown: rows, masks and text."""

    def legal(self) -> list[int]:
        """The actions that the mask allows to whose turn it is."""

    def after(self, action: int) -> Any:
        """The position after an action, tried on a clone; None if it was refused."""

    def step(self, action: int) -> None: ...

    def resampled(self, seat: int, seed: int) -> Any:
        """The position of a clone in which this seat's hidden things are dealt anew."""

    def at(self, position: Any) -> "Case":
        """The same environment in another position."""


class AecCase:
    def __init__(self, env: SeptetAEC) -> None:
        self.env, self.dialect = env, env.dialect

    @property
    def position(self) -> Any:
        return self.env.position

    def shown(self, seat: int) -> tuple[Any, ...]:
        agent = self.env.possible_agents[seat]
        seen = self.env.observe(agent)
        return (self.env.text(agent), *((name, array.tobytes()) for name, array in sorted(seen.items())))

    def legal(self) -> list[int]:
        mask = self.env.observe(self.env.agent_selection)["action_mask"]
        return [int(action) for action in mask.nonzero()[0]]

    def after(self, action: int) -> Any:
        other = self.env.clone()
        other.step(action)
        return None if any(other.truncations.values()) else other.position

    def step(self, action: int) -> None:
        self.env.step(action)

    def resampled(self, seat: int, seed: int) -> Any:
        return self.env.resample(self.env.possible_agents[seat], seed).position

    def at(self, position: Any) -> "AecCase":
        other = self.env.clone()
        other.position = position
        return AecCase(other)


class GymCase:
    def __init__(self, env: SeptetGym) -> None:
        self.env, self.dialect = env, env.dialect

    @property
    def position(self) -> Any:
        return self.env.position

    def shown(self, seat: int) -> tuple[Any, ...]:
        row, info = self.env.seen()
        return (self.env.text(), row.tobytes(), *((name, array.tobytes()) for name, array in sorted(info.items())))

    def legal(self) -> list[int]:
        return [int(action) for action in self.env.action_masks().nonzero()[0]]

    def after(self, action: int) -> Any:
        other = self.env.clone()
        other.step(action)
        return None if other.position is self.env.position else other.position

    def step(self, action: int) -> None:
        self.env.step(action)

    def resampled(self, seat: int, seed: int) -> Any:
        return self.env.resample(seed).position

    def at(self, position: Any) -> "GymCase":
        other = self.env.clone()
        other.position = position
        return GymCase(other)


class SpielCase:
    """Chance is chosen at random until somebody decides."""

    def __init__(self, game: SpielGame, state: SpielState | None = None, seed: int = 0) -> None:
        self.game, self.dialect = game, game.dialect
        self.rng = random.Random(seed)
        self.state = state or game.new_initial_state()
        self.decided(self.state)

    def decided(self, state: SpielState) -> None:
        while state.is_chance_node():
            numbers, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(self.rng.choices(numbers, weights)[0])

    @property
    def position(self) -> Any:
        return self.state.progress.state

    def shown(self, seat: int) -> tuple[Any, ...]:
        state = self.state
        mask = tuple(state.legal_actions(seat)) if state.current_player() == seat else ()
        text, seen = state.information_state_string(seat), state.observation_string(seat)
        return text, seen, mask, tuple(state.information_state_tensor(seat)), tuple(state.observation_tensor(seat))

    def legal(self) -> list[int]:
        return list(self.state.legal_actions())

    def after(self, action: int) -> Any:
        """Where the move brings chance, nothing has changed yet but that it waits."""
        other = self.state.clone()
        try:
            other.apply_action(action)
        except (KeyError, pyspiel.SpielError):
            return None
        return other.progress.state if not other.is_chance_node() else other.progress.move

    def step(self, action: int) -> None:
        self.state.apply_action(action)
        self.decided(self.state)

    def resampled(self, seat: int, seed: int) -> Any:
        chance = random.Random(seed)
        return self.state.resample_from_infostate(seat, chance.random).progress.state

    def at(self, position: Any) -> "SpielCase":
        other = self.state.clone()
        now = self.state.progress
        other.progress = Progress(position, now.memory, now.made)
        return SpielCase(self.game, other)


def moments(case: Case, rng: random.Random, steps: int, every: int) -> Iterator[int]:
    """Play at random; now and then somebody may look, and is told whose turn it is."""
    for step in range(steps):
        seat = case.dialect.mover(case.position)
        if seat is None:
            return
        if step % every == 0:
            yield seat
        legal = case.legal()
        assert legal, "somebody is to move, and may do nothing"
        case.step(knowing(case) or rng.choice(legal) if rng.random() < 0.5 else rng.choice(legal))


def knowing(case: Case) -> int | None:
    """Whoever looks for sets finds one, or a game of them would never get on."""
    view = case.dialect.game.view(case.position, 0)
    if not isinstance(case.dialect, SetSoloDialect):
        return None
    found = sets_among(view.table)
    return case.dialect.numbered(view, found[0]) if found else len(case.dialect.triples)


def nothing_leaks(case: Case, rng: random.Random) -> None:
    """Deal what a seat does not see anew, by the rules: all that it is shown stays as it was."""
    game = case.dialect.game
    for seat in range(case.dialect.seats):
        before = case.shown(seat)
        for _ in range(3):
            assert case.at(game.guess(game.view(case.position, seat), rng)).shown(seat) == before, "a leak"


def expected(dialect: Dialect, state: Any, seat: int) -> list[Move]:
    """What this seat may do by the rules, as far as the environment has to offer it."""
    game = dialect.game
    view: Any = game.view(state, seat)
    match dialect.name:
        case "chipset" if view.phase == "ask":
            cards = [*view.hand, *view.table]
            shown = [three for three in combinations(cards, 3) if is_set(three) and {*three} & {*view.hand}]
            if not view.options.expose_check:
                shown = shown or [tuple(cards[:3])]
            return [Wait(), *(Expose(three) for three in shown[:1])]
        case "coopset":
            free = [card for card in view.table if not any(card in mark for mark in view.marks)]
            sets = [Mark(three) for three in combinations(free, 3) if is_set(three)]
            return [*sets, *map(Unmark, view.marks), CommitLayout()]
    return list(game.legal(view))


def the_mask_is_right(case: Case, rng: random.Random) -> None:
    """Each action of the mask makes another one of the legal moves, and all others are refused."""
    dialect, state = case.dialect, case.position
    seat = dialect.mover(state)
    assert seat is not None
    legal, wanted = case.legal(), expected(dialect, state, seat)
    assert len(legal) == min(len(wanted), dialect.actions), "the mask is as long as the list of legal moves"
    spiel = isinstance(case, SpielCase)
    made = [repr(case.after(action)) for action in legal]
    if not spiel:
        assert sorted(made) == sorted(repr(dialect.play(state, seat, move)) for move in wanted[: len(legal)])
    else:
        moves = [repr(move) for move in wanted]
        assert "None" not in made, "a move of the mask is refused"
        for after in made:  # a move that waits for chance is named in what it waits with
            assert after.startswith("State(") or "ChipState(" in after or any(move in after for move in moves)
    others = sorted(set(range(dialect.actions)) - set(legal)) if dialect.actions < 5_000 else [dialect.actions - 2]
    for action in rng.sample(others, min(4, len(others))):
        assert case.after(action) is None, "what the mask does not allow is refused"


def the_guess_is_honest(case: Case, rng: random.Random) -> None:
    """Worlds that a seat cannot tell apart are guessed from alike; the guess looks the same, and differs elsewhere."""
    dialect, game = case.dialect, case.dialect.game
    for seat in range(dialect.seats):
        before = case.shown(seat)
        other = case.at(game.guess(game.view(case.position, seat), rng))
        guesses = set()
        for seed in range(4):
            guessed = case.resampled(seat, seed)
            assert repr(guessed) == repr(other.resampled(seat, seed)), "the guess knows what its seat does not"
            assert case.at(guessed).shown(seat) == before, "the guess does not look the same"
            pieces = [sorted(game.study.pieces(world)) for world in (guessed, case.position)]
            assert pieces[0] == pieces[1], "a card too many or too few"
            guesses.add(repr(guessed))
        assert len(guesses) > 1, "nothing is dealt anew"


def a_clone_goes_its_own_way(case: Case, rng: random.Random) -> None:
    before = repr(case.position)
    for action in case.legal()[:3]:
        assert case.after(action) is not None
        assert repr(case.position) == before


LAWS = (nothing_leaks, the_mask_is_right, the_guess_is_honest, a_clone_goes_its_own_way)
