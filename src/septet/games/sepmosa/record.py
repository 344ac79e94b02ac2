"""The game record of SEPMOSA that people read and write: `17A +K3 R7@c-2 =4`.

Every order in which tiles are drawn is written out, so that a record replays without a seed.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from copy import copy
from itertools import zip_longest
from typing import Any

import msgspec

from septet.games import GAMES
from septet.games.errors import BadText
from septet.games.game import Game, IllegalMove, Outcome, Seat
from septet.games.log import Log
from septet.games.options import heard, said
from septet.games.sepmosa.moves import MosaicMove, SetAside
from septet.games.sepmosa.rules import Sepmosa
from septet.games.sepmosa.state import RACK, State
from septet.games.sepmosa.text import tile_of
from septet.games.sepmosa.tiles import BAG, HIDDEN, KINDS, Tiles

MARKS = {"full": "#49", "dead": "#dead", "stall": "#stall"}
TAG = re.compile(r'\[(\w+) "([^"\n]*)"\]')
DECK = r'\[Deck\ "(?P<{}>[^"\n]*)"\]'
PLY = re.compile(
    rf"""(?P<number>\d+)(?P<seat>[AB])\s+
    (?:~{DECK.format("refill")}\s+)?
    \+(?P<drawn>\w+)\s+
    (?P<move>\S+)\s+
    =(?P<points>-?\d+)
    (?:\s+\#\w+\s+{DECK.format("reset")})?
    (?:\s+\+\+)?""",
    re.VERBOSE,
)


class RecordStep(msgspec.Struct, frozen=True):
    """A move, and the state after it."""

    seat: Seat
    move: MosaicMove
    state: State


class RecordedMove(msgspec.Struct, frozen=True):
    """A game as its record tells it."""

    game: Game[Any, Any, Any]
    tags: dict[str, str]
    first: State
    steps: list[RecordStep]


def write(log: Log, *, public: bool = False) -> str:
    """The log of a game of SEPMOSA; a public record hides what was drawn and what was put aside."""
    standing = [number for number in log.line() if isinstance(log.entries[number].move, MosaicMove)]
    first: State = log.tables[0].state
    names = [_tag_value(sitter.name) for sitter in log.header.seats]
    options = said(first.options).replace(", ", " ")
    lines = [
        f'[Game "SEPMOSA"] [Rules "{log.header.rules}"] '
        f'[A "{names[0]}"] [B "{names[1]}"] [First "{"AB"[first.mover]}"]',
        *([f'[Opts "{options}"]'] if options else []),
        *([] if public else [_deck_text(_dealt(first))]),
    ]
    before = first
    for number in standing:
        after = log.tables[number + 1].state
        lines.append(_ply_text(before, log.entries[number].move, after, public))
        before = after
    if log.outcome:
        lines.append(f'[Result "{_result(log.outcome)}"]')
    return "\n".join(lines) + "\n"


def _tag_value(text: str) -> str:
    return " ".join(text.replace('"', "'").split())


def _deck_text(deck: Iterable[str]) -> str:
    return f'[Deck "{" ".join(deck)}"]'


def _dealt(state: State) -> Tiles:
    """All tiles in the order in which they were dealt and will be drawn: by turns, the first player first."""
    one, other = state.racks[state.mover], state.racks[1 - state.mover]
    by_turns = [tile for pair in zip(one, other, strict=False) for tile in pair]
    return (*by_turns, one[-1], *reversed(state.pool))


def _shuffled(state: State) -> Tiles:
    """The order of a pool that was made anew and from which the mover has drawn one tile."""
    return (state.racks[state.mover][-1], *reversed(state.pool))


def _ply_text(before: State, move: MosaicMove, after: State, public: bool = False) -> str:
    last = after.last
    assert last is not None
    hidden = public and isinstance(move, SetAside)
    words = [f"{after.moves}{'AB'[before.mover]}"]
    if before.last and before.last.refilled:
        words.append("~" if public else f"~{_deck_text(_shuffled(before))}")
    words += [
        "+?" if public else f"+{before.racks[before.mover][-1]}",
        Sepmosa.notation.say(SetAside(HIDDEN) if hidden else move),
        f"={last.points}",
    ]
    if last.reset:
        words += [MARKS[last.reset], *([] if public else [_deck_text(_shuffled(after))])]
    if after.ending == "target":
        words.append("++")
    return " ".join(words)


def _result(outcome: Outcome) -> str:
    """The winner's letter, or `=` for a tie, and the scores."""
    letter = "=" if outcome.places == (1, 1) else "AB"[outcome.places.index(1)]
    return f"{letter} {'-'.join(map(str, outcome.scores))}"


def read(text: str) -> RecordedMove:
    """Play a record again through the rules; raises BadText where it does not hold."""
    start = re.search(r"^\s*\d+[AB]\s", text, re.MULTILINE)
    head, body = (text[: start.start()], text[start.start() :]) if start else (text, "")
    tags = dict(TAG.findall(head))
    game = GAMES["sepmosa"]
    if tags.get("Game") != "SEPMOSA" or tags.get("First") not in ("A", "B") or "Deck" not in tags:
        raise BadText("not_sepmosa")
    if end := re.search(r'\[Result "([^"\n]*)"\]\s*$', text):
        tags["Result"] = end[1]
        body = body.removesuffix(end[0])
    options = heard(game.Options, tags.get("Opts", "").replace(" ", ","))
    first = state = _laid(game.deal(options, 2, bytes(32)), "AB".index(tags["First"]), _deck(tags["Deck"], BAG))
    steps = []
    plies = list(_plies(body))
    for ply, following in zip_longest(plies, plies[1:]):
        played = _replayed(game, state, ply, following)
        seen = _ply_text(state, played.move, played.state)
        if " ".join(ply[0].split()) != seen:
            raise BadText("sepmosa_turn", text=ply[0], seen=seen)
        steps.append(played)
        state = played.state
    outcome = game.outcome(state)
    if outcome and tags.get("Result", _result(outcome)) != _result(outcome):
        raise BadText("sepmosa_result", text=tags["Result"], seen=_result(outcome))
    return RecordedMove(game, tags, first, steps)


def _plies(text: str) -> Iterator[re.Match[str]]:
    """The turns of a record; `~` stands before the turn whose draw it was made for."""
    at = 0
    while rest := text[at:].lstrip():
        at = len(text) - len(rest)
        ply = PLY.match(text, at)
        if ply is None:
            raise BadText("sepmosa_turn", text=rest.splitlines()[0][:60], seen="?")
        yield ply
        at = ply.end()


def _deck(text: str, tiles: Iterable[str]) -> Tiles:
    """The tiles of a Deck tag, which must be all of these."""
    deck = tuple(tile_of(word, KINDS) for word in text.split())
    if Counter(deck) != Counter(tiles):
        raise BadText("sepmosa_deck", text=text)
    return deck


def _laid(state: State, mover: Seat, deck: Tiles) -> State:
    """The state at the start, with the tiles in the order of the deck."""
    state = copy(state)
    one, other = deck[0 : 2 * RACK : 2] + deck[2 * RACK : 2 * RACK + 1], deck[1 : 2 * RACK : 2]
    state.mover, state.racks = mover, (one, other) if mover == 0 else (other, one)
    state.pool = deck[: 2 * RACK : -1]
    return state


def _replayed(
    game: Game[Any, Any, Any], state: State, ply: re.Match[str], following: re.Match[str] | None
) -> RecordStep:
    """One turn; where the tiles were shuffled after it, they lie in the order that the record gives."""
    move = game.notation.hear(ply["move"])
    try:
        after = game.apply(state, state.mover, move)
    except IllegalMove as refusal:
        refusal.family = game.family
        raise BadText("sepmosa_illegal", text=ply[0], refusal=refusal) from None
    order = ply["reset"] if after.last.reset else following and following["refill"] if after.last.refilled else None
    return RecordStep(state.mover, move, _in_order(after, order) if order else after)


def _in_order(state: State, text: str) -> State:
    """The state with the pool that was made anew, the tile that the mover drew from it included, in this order."""
    mover, deck = state.mover, _deck(text, _shuffled(state))
    rack = (*state.racks[mover][:-1], deck[0])
    state = copy(state)
    state.racks = (rack, state.racks[1]) if mover == 0 else (state.racks[0], rack)
    state.pool = deck[:0:-1]
    return state
