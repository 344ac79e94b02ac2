"""Messages made from the types of the wire: right by type and nonsense in content, and others with something wrong."""

import json
import random
import re
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

from septet.bots import BOTS
from septet.games import GAMES
from septet.games.game import Resign
from septet.server.tables import wire
from septet.server.tables.phrases import PHRASES
from tests.playing import random_move, random_options

Text = st.SearchStrategy[Any]
MINE, THEIRS = "m" * 12, "t" * 12  # stand for a table at which the sender sits, and for one of others
LOOK = "k" * 12  # for a look that the sender leads
ODD = ("", "\0", "\u202eolleh", "e" + "\u0301" * 60, "🂡🂢", "ﷺ" * 50, "x" * 5_000, "../..", "'; --", "null")
HALF = "\ud800"  # of a sign: no JSON, wherever it stands
HUGE = (2**31, -(2**31), 2**53 + 1, 2**63, 2**64, -(2**64), 10**400, 1e308, -0.0)
LARGEST = 60_000  # what is larger closes the socket, as the protocol says
DEPTHS = (50, 500, 5_000, 20_000)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20)
anything = st.recursive(
    scalars | st.sampled_from(ODD) | st.sampled_from(HUGE),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def of_type(kind: inspect.Type, name: str = "") -> Text:
    """Values of a type; what is known of a field by its name comes up often."""
    known = KNOWN.get(name)
    made = _of_type(kind, name)
    if known is not None and _counts_from_zero(kind):
        known = known.filter(lambda value: value is None or value >= 0)
    return st.integers(0, 7).flatmap(lambda chance: known if chance else made) if known is not None else made


def _counts_from_zero(kind: inspect.Type) -> bool:
    """Numbers of this type are never negative."""
    kinds = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    return any(isinstance(one, inspect.IntType) and one.ge == 0 for one in kinds)


def _of_type(kind: inspect.Type, name: str) -> Text:
    match kind:
        case inspect.NoneType():
            return st.none()
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType(ge=least, le=most):
            return st.integers(least, most)
        case inspect.StrType(min_length=least, max_length=most, pattern=pattern):
            return _texts(least or 0, most, pattern)
        case inspect.LiteralType(values=values):
            return st.sampled_from(values)
        case inspect.UnionType(types=types):
            return st.one_of(*(_of_type(one, name) for one in types))
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return st.lists(of_type(item), max_size=4)
        case inspect.StructType():
            return of_struct(kind)
        case inspect.RawType():
            return anything
    raise AssertionError(f"no messages can be made with {kind}")  # a new type on the wire: say how


def _texts(least: int, most: int | None, pattern: str | None) -> Text:
    if most is None and pattern:
        return st.from_regex(pattern.replace("$", r"\Z"))
    texts = st.text(min_size=least, max_size=min(most or 30, 60))
    return texts.filter(lambda text: bool(re.search(pattern, text))) if pattern else texts


def of_struct(kind: inspect.StructType) -> Text:
    """As JSON has it; fields that may be left out sometimes are."""
    fields = {one.encode_name: of_type(one.type, one.name) for one in kind.fields}
    needed = {one.encode_name: fields[one.encode_name] for one in kind.fields if one.required}
    tag = {kind.tag_field: st.just(kind.tag)} if kind.tag_field else {}
    optional = {name: made for name, made in fields.items() if name not in needed}
    return st.fixed_dictionaries({**tag, **needed}, optional=optional)


def moves() -> Text:
    """Moves of every game: right by type, or legal at some moment of some game."""
    types = [of_type(inspect.type_info(game.moves)) for game in GAMES.values()]
    return st.one_of(*types, of_type(inspect.type_info(Resign)), st.sampled_from(legal()), st.sampled_from(legal()))


def legal(seed: str = "moves for a fuzzer") -> list[Any]:
    """A few moves of each game, as they were played in a random one."""
    found, rng = [], random.Random(seed)
    for game in GAMES.values():
        state = game.deal(random_options(game, rng), max(2 if 2 in game.seats else 1, min(game.seats)), b"f" * 32)
        for _ in range(12):
            if game.outcome(state):
                break
            seat, move = random_move(game, state, rng)
            state = game.apply(state, seat, move)
            found.append(msgspec.to_builtins(move))
    return found


KNOWN: dict[str, Text] = {
    "table": st.sampled_from((MINE, MINE, MINE, THEIRS)),
    "look": st.just(LOOK),
    "spot": st.sampled_from(("table", "card-5H", "cell-c+1")),
    "bot": st.sampled_from(sorted({name for bots in BOTS.values() for name in bots})),
    "phrase": st.sampled_from(sorted(PHRASES)),
    "seat": st.integers(-1, 3),
    "have": st.integers(-1, 60),
    "rev": st.integers(-1, 60),
    "to": st.integers(-1, 30),
}
KNOWN["move"] = moves()
KINDS = {one.tag: one for one in inspect.type_info(wire.Message).types if isinstance(one, inspect.StructType)}  # type: ignore[attr-defined]
by_kind = {str(tag): of_struct(kind) for tag, kind in KINDS.items()}
valid = st.one_of(*by_kind.values())


@st.composite
def mutated(draw: Any) -> str:
    """A message with a field that is missing, too many, of another type, huge, odd or deep."""
    message = dict(draw(valid))
    for _ in range(draw(st.integers(1, 2))):
        name = draw(st.sampled_from(sorted(message) or ["id"]))
        match draw(st.sampled_from(("drop", "add", "replace", "odd", "huge", "kind"))):
            case "drop":
                message.pop(name, None)
            case "add":
                message[draw(st.text(max_size=10))] = draw(anything)
            case "replace":
                message[name] = draw(anything)
            case "odd":
                message[name] = draw(st.sampled_from((*ODD, HALF)))
            case "huge":
                message[name] = draw(st.sampled_from(HUGE))
            case "kind":
                message["type"] = draw(st.sampled_from((*KINDS, "fly", "hello", "job", None, 7)))
    return json.dumps(message)


@st.composite
def twisted(draw: Any) -> str | bytes:
    """What is hardly JSON any more: cut off, nested without end, a field twice, a frame of bytes, no message at all."""
    text = json.dumps(draw(valid))
    match draw(st.sampled_from(("cut", "deep", "twice", "binary", "bytes", "other"))):
        case "cut":
            return text[: draw(st.integers(0, len(text)))]
        case "deep":
            depth, sign = draw(st.sampled_from(DEPTHS)), draw(st.sampled_from(("[]", '{"a":')))
            inner = "[" * depth + "]" * depth if sign == "[]" else sign * min(depth, 8_000)
            return text[:-1] + f',"move":{inner}}}'
        case "twice":
            return text[:-1] + "," + text[1:]
        case "binary":
            return text.encode()
        case "bytes":
            return bytes(draw(st.binary(max_size=60)))
    return json.dumps(draw(anything))


frames = st.one_of(valid.map(json.dumps), valid.map(json.dumps), mutated(), twisted()).filter(
    lambda frame: len(frame) < LARGEST
)
