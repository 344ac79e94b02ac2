"""The pictures of the rule books for people: each try played, and what came of it. The page draws and says it."""

from functools import cache
from typing import Any, Literal

import msgspec

from septet.games import GAMES
from septet.games.game import Seat
from septet.games.options import heard
from septet.games.pictures import SEAT, Block, Trial, blocks, drawing_of, house_of, read
from septet.i18n import words
from septet.i18n.books import rule_book

NUMBERED = frozenset("+-0")
Ended = Literal["", "wins", "loses", "tie", "over"]
ENDED: tuple[Ended, ...] = ("wins", "loses", "tie", "over")  # the first of them that is said says it all


class TriedStep(msgspec.Struct, frozen=True):
    """A move of a try, and what the rules say has happened; None where nothing has."""

    seat: Seat | None
    move: Any  # of the game's own type
    last: Any = None


class Tried(msgspec.Struct, frozen=True):
    """A try: as the book writes it, and as it went."""

    text: str
    note: str  # the remark above it
    options: dict[str, Any]  # house rules that hold for this try
    steps: tuple[TriedStep, ...]
    refused: TriedStep | None
    why: str  # it was refused, in words
    code: str  # of the refusal
    by: Seat | None  # the seat that the refusal names
    gain: int | None  # of the seat that moved last
    ended: Ended
    may: tuple[TriedStep, ...]
    may_not: tuple[TriedStep, ...]
    seen: tuple[tuple[str, ...], ...]  # what else the book says is true then: its name and its words


@cache
def examples(game: str, language: str) -> tuple[tuple[Tried, ...], ...]:
    """The tries of every picture of a rule book, in the order of the book."""
    found = GAMES[game]
    return tuple(_tried(block, language) for block in blocks(rule_book(type(found), found.book, language)))


def _tried(block: Block, language: str) -> tuple[Tried, ...]:
    tries, note = [], ""
    for _, line in block.lines:
        said, sign, remark = line.partition("#")
        if "=>" in said:
            tries.append(_play(block, said.strip(), note or remark.strip(), language))
        note = remark.strip() if sign and not said.strip() else ""
    if tries and block.lines[0][1].lstrip("# ") == tries[0].note:  # that is the title of the picture
        tries[0] = msgspec.structs.replace(tries[0], note="")
    return tuple(tries)


def _play(block: Block, line: str, note: str, language: str) -> Tried:
    game, tried = GAMES[block.game], read(line, house_of(block))
    trial = tried.begin(game, drawing_of(block))
    steps = []
    for text in tried.moves:
        seat, move = trial.understood(text.partition("^")[0])
        trial.move(text)
        last = None if trial.refusal else game.view(trial.state, None).last
        steps.append(TriedStep(seat, move, msgspec.to_builtins(last)))
    refusal = trial.refusal
    refused = steps.pop() if refusal else None
    names = [words[0] for words in tried.checks]
    return Tried(
        text=line,
        note=note,
        options=_options(block.game, tried.options),
        steps=tuple(steps),
        refused=refused,
        why=words(language).refusal(refusal) if refusal else "",
        code=refusal.code if refusal else "",
        by=refusal.facts.get("seat") if refusal else None,
        gain=next((int(one) for one in names if one[0] in NUMBERED), None),
        ended=next((one for one in ENDED if one in names), ""),
        may=_moves(trial, tried.checks, "legal"),
        may_not=_moves(trial, tried.checks, "illegal"),
        seen=tuple(check for check in tried.checks if check[0][0] not in NUMBERED and check[0] not in SAID),
    )


SAID = frozenset({*ENDED, "refused", "legal", "illegal"})


def _options(name: str, text: str) -> dict[str, Any]:
    """The house rules of a try, by name."""
    options = heard(GAMES[name].Options, text)
    return {one: getattr(options, one) for one in (part.partition("=")[0].strip() for part in text.split(",")) if one}


def _moves(trial: Trial, checks: tuple[tuple[str, ...], ...], wanted: str) -> tuple[TriedStep, ...]:
    """The moves that a check names, each with its seat where it is said."""
    texts = [text for check in checks if check[0] == wanted for text in check[1:]]
    found = [(SEAT.fullmatch(text), text) for text in texts]
    return tuple(
        TriedStep(int(seat[1]) - 1 if seat else None, trial.game.notation.hear(seat[2] if seat else text))
        for seat, text in found
    )
