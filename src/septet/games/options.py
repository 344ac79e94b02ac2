"""Options of any game: what there is to choose, and options from text and from records."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from septet.games.errors import BadOption

Options = TypeVar("Options", bound=msgspec.Struct)
View = TypeVar("View", bound=msgspec.Struct)
SWITCH = {"on": True, "off": False}
FEW = 12  # values that are listed one by one


class Choice(msgspec.Struct, frozen=True):
    """One option: its name, its default, and its values, listed or as a range of numbers."""

    name: str
    default: Any
    values: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None

    def takes(self, value: Any) -> bool:
        if self.values:
            return any(type(value) is type(mine) and value == mine for mine in self.values)
        return type(value) is int and (self.low or 0) <= value <= (self.high or 0)

    def range_text(self) -> str:
        if not self.values:
            return f"{self.low}-{self.high}"
        return "|".join(map(say, self.values) if len(self.values) <= FEW else _rows(sorted(self.values)))


def _rows(numbers: Iterable[int]) -> Iterator[str]:
    """Many numbers in short: 0, 3-40."""
    rows: list[list[int]] = []
    for number in numbers:
        if rows and number == rows[-1][-1] + 1:
            rows[-1].append(number)
        else:
            rows.append([number])
    return (str(row[0]) if len(row) == 1 else f"{row[0]}-{row[-1]}" for row in rows)


@cache  # lists ask for every table that they show
def choices(of: type[msgspec.Struct]) -> Mapping[str, Choice]:
    """The options that a game has, by name."""
    info = inspect.type_info(of)
    assert isinstance(info, inspect.StructType)
    return {field.name: _choice(field) for field in info.fields}


def _choice(field: inspect.Field) -> Choice:
    match field.type.type if isinstance(field.type, inspect.Metadata) else field.type:
        case inspect.BoolType():
            return Choice(field.name, field.default, (field.default, not field.default))
        case inspect.LiteralType(values):
            usual = field.default
            return Choice(field.name, usual, (usual, *(value for value in values if value != usual)))
        case inspect.IntType(ge=low, le=high):
            return Choice(field.name, field.default, low=low, high=high)
    raise TypeError(f"options are switches, words or bounded numbers; {field.name} is none of them")


def say(value: Any) -> str:
    """A value as people write it: switches are on and off."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def said(options: msgspec.Struct) -> str:
    """The options that are not at their default, as text: `combo_ace=low, combo_swap=off`."""
    usual = choices(type(options))
    values = msgspec.structs.asdict(options)
    return ", ".join(f"{name}={say(value)}" for name, value in values.items() if value != usual[name].default)


def heard(of: type[Options], text: str) -> Options:
    """Options from text: `combo_ace=low, combo_swap=off`; what is not said keeps its default."""
    values: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in text.replace(";", ",").split(","))):
        name, sign, word = (piece.strip() for piece in part.partition("="))
        if not sign:
            raise BadOption("no_value", name=name)
        if name in values:
            raise BadOption("twice", name=name)
        values[name] = heard_value(of, name, word)
    return for_new(from_values(of, values))


def for_new(options: Options) -> Options:
    """Options for a game that is still to be dealt: old games may have some that are no longer agreed to."""
    refuse = getattr(options, "refuse_if_new", None)
    if refuse:
        refuse()
    return options


def heard_value(of: type[msgspec.Struct], name: str, word: str) -> Any:
    """What a word means as a value of this option; whether there is such a value is another question."""
    choice = choices(of).get(name)
    if choice and isinstance(choice.default, bool):
        return SWITCH.get(word, word)
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else word


def from_values(of: type[Options], values: Mapping[str, Any]) -> Options:
    """Options from plain values, as a record or a request carries them."""
    known = choices(of)
    for name, value in values.items():
        if name not in known:
            raise BadOption("unknown", name=name, known=", ".join(known))
        if not known[name].takes(value):
            raise BadOption("bad_value", name=name, value=say(value), values=known[name].range_text())
    return of(**values)


@cache
def unnamed(of: type[msgspec.Struct]) -> Mapping[str, Any]:
    """What options were before they had a name, where that is not what is usual now."""
    info = inspect.type_info(of)
    assert isinstance(info, inspect.StructType)
    notes = {field.name: field.type.extra for field in info.fields if isinstance(field.type, inspect.Metadata)}
    return {name: extra["unnamed"] for name, extra in notes.items() if extra and "unnamed" in extra}


def from_record(of: type[Options], values: Mapping[str, Any]) -> Options:
    """Options as a record or an old table has them: what it does not name is as it was before there was a name."""
    return from_values(of, {**unnamed(of), **values})


def for_record(options: msgspec.Struct) -> dict[str, Any]:
    """Options as a record names them: all but those that are as they were before they had a name."""
    before = unnamed(type(options))
    values = msgspec.structs.asdict(options)
    return {name: value for name, value in values.items() if name not in before or value != before[name]}


def named(of: type[msgspec.Struct], values: Mapping[str, Any]) -> dict[str, Any]:
    """Values for a new table, with all that has to be named lest it be taken for an old one."""
    usual = choices(of)
    return {**{name: usual[name].default for name in unnamed(of)}, **values}


def view_from(told: Mapping[str, Any], view: type[View], options: type[msgspec.Struct]) -> View:
    """A view that was told as plain values, its options as options."""
    return msgspec.convert({**told, "options": msgspec.convert(told["options"], options)}, view)
