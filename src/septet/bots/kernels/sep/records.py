"""A state of SEP or SEP solo as a record, and back."""

from typing import Any

import numpy as np

from septet.bots.kernels import Record
from septet.bots.kernels.piles import pile
from septet.bots.kernels.sep.tables import (
    ACTIONS,
    ENDINGS,
    MOVES,
    NUMBERS,
    OPTIONS,
    PHASES,
    SOURCES,
    numbers_of,
    options_from,
)
from septet.games.sep.cards import ACTION_CARDS, NUMBER_CARDS, Cards
from septet.games.sep.moves import ALL_MOVES
from septet.games.sep.options import SepSoloOptions
from septet.games.sep.state import Last, Player, State

PLAYER = np.dtype(
    [
        ("number_hand", pile(3)),
        ("action_hand", pile(3)),
        ("tokens", np.int8),
        ("shown", np.int64),
    ],
    align=True,
)
STATE = np.dtype(
    [
        ("options", np.dtype([("solo", np.int8), *((name, np.int32) for name in OPTIONS)], align=True)),
        ("circle", pile(3), (6,)),
        ("centre", np.int8),
        ("players", PLAYER, (2,)),
        ("draw", pile(40)),
        ("reserve", pile(40)),
        ("discard", pile(40)),
        ("face_down", np.int64),
        ("action_draw", pile(12)),
        ("action_discard", pile(12)),
        ("mover", np.int8),
        ("phase", np.int8),
        ("source", np.int8),
        ("empty", np.int8),  # -1: no slot is
        ("pile", np.int8),
        ("tie", np.int8),
        ("turn", np.int32),
        ("moves", np.int32),
        ("shuffles", np.int32),
        ("action_resets", np.int32),
        ("after_action", np.int8),
        ("points", np.int8, (3,)),
        ("rounds", np.int8),  # how many points are written down
        ("ending", np.int8),
        ("last", np.int16),  # the last move, -1: none yet
    ],
    align=True,
)


def to_record(state: State, record: Record) -> None:
    """Write a state into a record."""
    record["options"]["solo"] = isinstance(state.options, SepSoloOptions)
    for name, number in numbers_of(state.options).items():
        record["options"][name] = number
    for slot, stack in enumerate(state.circle):
        _lay(record["circle"][slot], stack, NUMBERS)
    for name in ("draw", "reserve", "discard"):
        _lay(record[name], getattr(state, name), NUMBERS)
    for name in ("action_draw", "action_discard"):
        _lay(record[name], getattr(state, name), ACTIONS)
    for seat, player in enumerate(state.players):
        mine = record["players"][seat]
        _lay(mine["number_hand"], player.number_hand, NUMBERS)
        _lay(mine["action_hand"], player.action_hand, ACTIONS)
        mine["tokens"], mine["shown"] = player.tokens, _bits(player.shown)
    for name in PLAIN:
        record[name] = getattr(state, name)
    record["phase"], record["source"] = PHASES.index(state.phase), SOURCES.index(state.source)
    record["ending"] = ENDINGS.index(state.ending)
    record["face_down"] = _bits(state.face_down)
    record["empty"] = -1 if state.empty is None else state.empty
    record["points"][: len(state.points)] = state.points
    record["rounds"] = len(state.points)
    record["last"] = MOVES.get(state.last.move, -1) if state.last else -1


PLAIN = ("centre", "mover", "pile", "tie", "turn", "moves", "shuffles", "action_resets", "after_action")


def _lay(pile: Record, cards: Cards, numbers: dict[str, int]) -> None:
    pile["size"] = len(cards)
    pile["cards"][: len(cards)] = [numbers[card] for card in cards]


def _bits(cards: frozenset[str]) -> int:
    return sum(1 << NUMBERS[card] for card in cards)


def to_state(record: Record, seed: bytes) -> State:
    """Read a state from a record. What the last move brought up or scored is not kept there."""
    solo = bool(record["options"]["solo"])
    last = int(record["last"])
    phase: Any = PHASES[record["phase"]]
    source: Any = SOURCES[record["source"]]
    return State(
        options=options_from({name: int(record["options"][name]) for name in OPTIONS}, solo),
        seed=seed,
        circle=tuple(_cards(stack, NUMBER_CARDS) for stack in record["circle"]),
        players=tuple(_player(mine) for mine in record["players"][: 1 if solo else 2]),
        draw=_cards(record["draw"], NUMBER_CARDS),
        reserve=_cards(record["reserve"], NUMBER_CARDS),
        discard=tuple(sorted(_cards(record["discard"], NUMBER_CARDS))),
        face_down=_named(int(record["face_down"])),
        action_draw=_cards(record["action_draw"], ACTION_CARDS),
        action_discard=_cards(record["action_discard"], ACTION_CARDS),
        phase=phase,
        source=source,
        empty=None if record["empty"] < 0 else int(record["empty"]),
        tie=bool(record["tie"]),
        after_action=bool(record["after_action"]),
        points=tuple(map(int, record["points"][: record["rounds"]])),
        ending=ENDINGS[record["ending"]],
        last=None if last < 0 else Last(int(record["mover"]), ALL_MOVES[last]),
        **{name: int(record[name]) for name in PLAIN if name not in {"tie", "after_action"}},
    )


def _player(mine: Record) -> Player:
    return Player(
        _cards(mine["number_hand"], NUMBER_CARDS),
        _cards(mine["action_hand"], ACTION_CARDS),
        int(mine["tokens"]),
        _named(int(mine["shown"])),
    )


def _cards(pile: Record, names: Cards) -> Cards:
    return tuple(names[number] for number in pile["cards"][: pile["size"]])


def _named(bits: int) -> frozenset[str]:
    return frozenset(card for number, card in enumerate(NUMBER_CARDS) if bits >> number & 1)
