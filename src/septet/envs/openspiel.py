"""SEP, SEPMOSA and ChipSet as games of OpenSpiel: `pyspiel.load_game("septet_sep")` after importing this module.

Chance is explicit, card by card. The text of an information state is the seat's view with a mark of all that it has
seen before, so that no two pasts are taken for one (perfect recall); tensors hold the view alone. A private observation
of all players is the oracle's.
"""

import hashlib
import random
from collections import Counter
from typing import Any, ClassVar

from septet.envs.dialect import Dialect
from septet.envs.dialects import ChipSetDialect, FlatSepmosaDialect, SepDialect
from septet.envs.drawn import DrawnChipSet, DrawnSep, DrawnSepmosa, Undecided
from septet.envs.needing import needed
from septet.games.game import Move, Seat

needed("pyspiel", "openspiel", "septet.envs.openspiel")

import numpy as np  # noqa: E402
import pyspiel  # noqa: E402

CHANCE, TERMINAL = pyspiel.PlayerId.CHANCE, pyspiel.PlayerId.TERMINAL
ANY_SEED = bytes(32)  # nothing is shuffled


class Progress:
    """Where a game stands: a state, and a move that waits for cards to be chosen. Never changed once it is made."""

    def __init__(
        self, state: Any, memory: tuple[bytes, ...], made: int = 0, move: tuple[Seat, Move, int] | None = None
    ) -> None:
        self.state, self.memory, self.made, self.move = state, memory, made, move
        self.chosen: tuple[str, ...] = ()
        self.among: list[str] = []

    def __deepcopy__(self, _: Any) -> "Progress":
        return self


def remembered(dialect: Dialect, state: Any, memory: tuple[bytes, ...], told: tuple[Seat, int] | None) -> Any:
    """What each seat has seen so far, in short: a hash of what it had seen, what it did, and what it sees."""
    found = []
    for seat, before in enumerate(memory):
        mine = str(told[1]) if told and told[0] == seat else ""
        seen = f"{mine} {dialect.text(dialect.view(state, seat))}"
        found.append(hashlib.blake2b(before + seen.encode(), digest_size=12).digest())
    return tuple(found)


def tried(dialect: Dialect, before: Progress, chosen: tuple[str, ...]) -> Progress:
    """Make the deal or the move that waits, with these cards; where it needs another one, it waits for that."""
    game: Any = dialect.game
    game.script.start(chosen)
    try:
        if before.move is None:
            state, told = dialect.deal(ANY_SEED), None
        else:
            seat, move, number = before.move
            state, told = dialect.play(before.state, seat, move), (seat, number)
    except Undecided as question:
        waits = Progress(before.state, before.memory, before.made, before.move)
        waits.chosen, waits.among = chosen, question.among
        return waits
    made = before.made + (before.move is not None)
    return Progress(state, remembered(dialect, state, before.memory, told), made)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of one of the games, for OpenSpiel."""

    def __init__(self, game: "SpielGame") -> None:
        super().__init__(game)
        self.progress = game.start

    @property
    def dialect(self) -> Dialect:
        game: SpielGame = self.get_game()
        return game.dialect

    def current_player(self) -> int:
        if self.progress.among:
            return int(CHANCE)
        mover = self.dialect.mover(self.progress.state) if self.progress.made < self.dialect.longest else None
        return int(TERMINAL) if mover is None else mover

    def is_terminal(self) -> bool:
        return self.current_player() == int(TERMINAL)

    def _moves(self, player: int) -> dict[int, Move]:
        return self.dialect.moves(self.dialect.view(self.progress.state, player))

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._moves(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes: Any = self.get_game().outcomes
        among = self.progress.among
        counts = sorted((outcomes[card], count) for card, count in Counter(among).items())
        return [(number, count / len(among)) for number, count in counts]

    def _apply_action(self, action: int) -> None:
        now = self.progress
        if now.among:
            card = self.get_game().dialect.game.outcomes[action]
            self.progress = tried(self.dialect, now, (*now.chosen, card))
            return
        player = self.current_player()
        waits = Progress(now.state, now.memory, now.made, (player, self._moves(player)[action], action))
        self.progress = tried(self.dialect, waits, ())

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"deal {self.get_game().dialect.game.outcomes[action]}"
        move = self._moves(player).get(action) if player == self.current_player() else None
        return f"{self.dialect.say(action)} {move}" if move else self.dialect.say(action)

    def returns(self) -> list[float]:
        state = self.progress.state
        return list(self.dialect.results(state)) if state else [0.0] * self.dialect.seats

    def __str__(self) -> str:
        now = self.progress
        waits = f"{now.move[1]} {' '.join(now.chosen)}" if now.move else " ".join(now.chosen)
        return f"{now.state!r} {waits}"

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """Another state that this player cannot tell from this one, each as likely as any other by what it sees.

        It knows no history, and others in it remember only what this player does.
        """
        now = self.progress
        if now.among or now.state is None:
            raise ValueError("only a state in which somebody decides can be resampled")
        rng = random.Random(int(sampler() * (1 << 53)))
        guessed = self.dialect.game.guess(self.dialect.view(now.state, player), rng)
        other: SpielState = self.get_game().new_initial_state()
        other.progress = Progress(guessed, (now.memory[player],) * self.dialect.seats, now.made)
        return other


class SpielObserver:
    """What a player is shown: as a tensor with named parts, and as text."""

    def __init__(self, dialect: Dialect, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations take no parameters: {params}")
        self.dialect, self.kind = dialect, kind
        self.private = kind.private_info != pyspiel.PrivateInfoType.NONE
        self.all = kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
        whole = self.private and kind.public_info
        layouts = ([dialect.layout] if whole else []) + ([dialect.oracle_layout] if self.all else [])
        self.tensor = np.zeros(sum(layout.size for layout in layouts), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for layout in layouts:
            for field in layout:
                part = self.tensor[start + field.start : start + field.end].reshape(field.shape)
                self.dict[field.name if layout is dialect.layout else f"oracle_{field.name}"] = part
            start += layout.size

    def set_from(self, state: SpielState, player: int) -> None:
        now = state.progress.state
        self.tensor.fill(0)
        if now is None or not self.tensor.size:
            return
        size = self.dialect.layout.size if self.private and self.kind.public_info else 0
        if size:
            self.tensor[:size] = self.dialect.row(self.dialect.view(now, player))
        if self.all:
            self.tensor[size:] = self.dialect.oracle(now, player)

    def string_from(self, state: SpielState, player: int) -> str:
        now = state.progress.state
        if now is None:
            return f"player {player}, before the deal"
        game = self.dialect.game
        if self.all:
            return f"player {player} {' '.join(','.join(hand) for hand in game.study.hands(now))}"
        if not self.private:
            return self.dialect.text(game.view(now, None))
        if not self.kind.public_info:
            return " ".join(game.study.hands(now)[player])
        text = self.dialect.text(self.dialect.view(now, player))
        return f"{text} {state.progress.memory[player].hex()}" if self.kind.perfect_recall else text


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of the games, for OpenSpiel."""

    kind: ClassVar[Any]
    params: ClassVar[dict[str, Any]]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**self.params, **(params or {})}
        self.dialect = self.spoken(chosen)
        game: Any = self.dialect.game
        self.outcomes = {card: number for number, card in enumerate(game.outcomes)}
        low, high = self.utilities()
        about = pyspiel.GameInfo(
            num_distinct_actions=self.dialect.actions,
            max_chance_outcomes=len(self.outcomes),
            num_players=self.dialect.seats,
            min_utility=low,
            max_utility=high,
            utility_sum=0.0,
            max_game_length=self.dialect.longest,
        )
        super().__init__(self.kind, about, params or {})
        self.start = tried(self.dialect, Progress(None, (b"",) * self.dialect.seats), ())

    def spoken(self, params: dict[str, Any]) -> Dialect:
        raise NotImplementedError

    def utilities(self) -> tuple[float, float]:
        return -1.0, 1.0

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(self.dialect, kind, params)


def _type(name: str, long: str, params: dict[str, Any], players: int = 2) -> Any:
    return pyspiel.GameType(
        short_name=name,
        long_name=long,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=params,
    )


class SpielSep(SpielGame):
    params: ClassVar[dict[str, Any]] = {"options": ""}
    kind = _type("septet_sep", "SEP", params)

    def spoken(self, params: dict[str, Any]) -> Dialect:
        return SepDialect(params["options"], game=DrawnSep())


class SpielSepmosa(SpielGame):
    params: ClassVar[dict[str, Any]] = {"options": "", "window": 40}
    kind = _type("septet_sepmosa", "SEPMOSA", params)

    def spoken(self, params: dict[str, Any]) -> Dialect:
        return FlatSepmosaDialect(params["options"], game=DrawnSepmosa(), window=params["window"])


class SpielChipSet(SpielGame):
    params: ClassVar[dict[str, Any]] = {"options": "", "players": 2}
    kind = _type("septet_chipset", "ChipSet", params, players=10)

    def spoken(self, params: dict[str, Any]) -> Dialect:
        return ChipSetDialect(params["options"], seats=params["players"], game=DrawnChipSet())

    def utilities(self) -> tuple[float, float]:
        stack = float(self.dialect.options.chip_stack)
        return -stack, stack * (self.dialect.seats - 1)


GAMES_OF_OPENSPIEL = {"sep": SpielSep, "sepmosa": SpielSepmosa, "chipset": SpielChipSet}
_known = {kind.short_name for kind in pyspiel.registered_games()}
for _kind in GAMES_OF_OPENSPIEL.values():
    if _kind.kind.short_name not in _known:
        pyspiel.register_game(_kind.kind, _kind)


def load(name: str, **params: Any) -> SpielGame:
    """One of the games with options as text, such as `load("sep", options="pile_count=1")`."""
    if name not in GAMES_OF_OPENSPIEL:
        raise ValueError(f"{name!r} is not offered to OpenSpiel; these are: {', '.join(GAMES_OF_OPENSPIEL)}")
    kind = GAMES_OF_OPENSPIEL[name]
    if unknown := params.keys() - kind.params.keys():
        raise ValueError(f"{name} takes no {', '.join(sorted(unknown))}; it takes: {', '.join(kind.params)}")
    return kind(params)
