"""A record in SEPN, played again through the rules."""

import re
from copy import copy
from typing import Any

import msgspec

from septet.games import GAMES
from septet.games.errors import BadText
from septet.games.game import Game, IllegalMove, Seat
from septet.games.options import heard
from septet.games.sep.cards import ACTION_CARDS, NUMBER_CARDS, Cards
from septet.games.sep.moves import ActionTurn, Draw, Fill, SepMove
from septet.games.sep.sepn.writing import SHEETS, WrittenStep, result_text, turn_text
from septet.games.sep.state import Player, State

TAG_OR_COMMENT = re.compile(r'\[(?P<key>\w+) "(?P<value>[^"\n]*)"\]|(?<=\s)\{[^}]*\}')
TURN = re.compile(
    r"""(?P<number>\d+)\.(?P<seat>[AB])\s+
    (?:%A\{(?P<hands>[^}]*)\}\s+)?
    (?P<take>[dra])\[(?P<card>..)\]\s+
    (?P<move>~..|..[@x][a-f])
    (?:(?P<fill>=[dr])\[(?P<filled>..)\])?
    (?:\s+(?:\+\d|\^\d|-1)(?=\s|$))*
    (?:\s+[#$=](?=\s|$))?
    (?:\s+%N\d+\(\d+\))?""",
    re.VERBOSE,
)


class Section(msgspec.Struct):
    """The tags and the turns of a game for two, or of one round of a solo match."""

    tags: dict[str, str]
    text: str = ""


class ReadMove(msgspec.Struct, frozen=True):
    """A game as its record tells it."""

    game: Game[Any, Any, Any]
    tags: dict[str, str]
    first: State
    steps: list[WrittenStep]


def read(text: str) -> ReadMove:
    """Play a record again through the rules; raises BadText where it does not hold."""
    sections = _sections(text)
    tags = sections[0].tags
    game = next((GAMES[name] for name, sheet in SHEETS.items() if sheet == tags.get("Sheet")), None)
    if tags["Game"] != "SEP" or game is None:
        raise BadText("not_sepn")
    rules = tags.get("Rules", "default")
    options = heard(game.Options, "" if rules == "default" else rules)
    first = state = _laid(game.deal(options, game.seats.start, bytes(32)), tags)
    steps: list[WrittenStep] = []
    for section in sections:
        turns = _matched(section.text)
        if section is not sections[0]:
            state = _next_round(steps, section.tags)
        elif turns:
            first = state = _starting(state, "AB".index(turns[0]["seat"]))
        for number, turn in enumerate(turns, start=1):
            played = _replayed(game, state, turn)
            seen = turn_text(number, played, state)
            if " ".join(turn[0].split()) != seen:
                raise BadText("sepn_turn", text=turn[0], seen=seen)
            steps += played
            state = played[-1].state
    tags = {key: value for section in sections for key, value in section.tags.items()}
    _check_result(game, state, tags.get("Result"))
    return ReadMove(game, tags, first, steps)


def _sections(text: str) -> list[Section]:
    """Tags, comments and turns told apart; every Game tag begins a section."""
    before, *sections = _told_apart(text)
    if before.tags or before.text.strip() or not sections:
        raise BadText("not_sepn")
    return sections


def _told_apart(text: str) -> list[Section]:
    sections, at = [Section({})], 0
    for found in TAG_OR_COMMENT.finditer(text):
        sections[-1].text += text[at : found.start()] + " "
        at = found.end()
        if found["key"] == "Game":
            sections.append(Section({}))
        if found["key"]:
            sections[-1].tags[found["key"]] = found["value"]
    sections[-1].text += text[at:]
    return sections


def _next_round(steps: list[WrittenStep], tags: dict[str, str]) -> State:
    """The next round of a match, dealt as its section says."""
    last = steps[-1].state.last if steps else None
    if last is None or last.points is None:
        raise BadText("sepn_round")
    state = _laid(steps[-1].state, tags)
    steps[-1] = msgspec.structs.replace(steps[-1], state=state)
    return state


def _check_result(game: Game[Any, Any, Any], state: State, result: str | None) -> None:
    """The result is that of the moves; a game that is not over may have been given up, but has no other end."""
    outcome = game.outcome(state)
    seen = result_text(outcome) if outcome else "–"
    if result and result != seen and (outcome or result.split()[-1] in game.endings):
        raise BadText("sepn_result", text=result, seen=seen)


def _matched(text: str) -> list[re.Match[str]]:
    turns, at = [], 0
    while rest := text[at:].strip():
        at = len(text) - len(text[at:].lstrip())
        turn = TURN.match(text, at)
        if turn is None:
            raise BadText("sepn_turn", text=rest.splitlines()[0][:60], seen="?")
        turns.append(turn)
        at = turn.end()
    return turns


def _starting(state: State, mover: Seat) -> State:
    if mover >= len(state.players):
        raise BadText("not_sepn")
    state = copy(state)
    state.mover = mover
    return state


def _laid(state: State, tags: dict[str, str]) -> State:
    """The state with the cards of the Deal tag in circle and hands, and all others in the piles."""
    parts = [part.strip() for part in tags.get("Deal", "").split("|")]
    hands = [[_cards(hand, ".") for hand in part.split("/")] for part in parts[1:]]
    seats = len(state.players)
    circle = _cards(parts[0], ",")
    if len(circle) != 6 or [[len(hand) for hand in part] for part in hands] != [[2] * seats] * 2:
        raise BadText("sepn_deal", text=tags.get("Deal", ""))
    numbers, actions = hands
    dealt, held = [*circle, *sum(numbers, ())], sum(actions, ())
    if len(set(dealt) & set(NUMBER_CARDS)) != 6 + 2 * seats or len(set(held) & set(ACTION_CARDS)) != 2 * seats:
        raise BadText("sepn_deal", text=tags["Deal"])
    state = copy(state)
    state.circle = tuple((card,) for card in circle)
    state.players = tuple(Player(*hand) for hand in zip(numbers, actions, strict=True))
    state.draw = tuple(card for card in NUMBER_CARDS if card not in dealt)
    state.action_draw = tuple(card for card in ACTION_CARDS if card not in held)
    return state


def _cards(text: str, sign: str) -> Cards:
    return tuple(card.strip() for card in text.split(sign))


def _replayed(game: Game[Any, Any, Any], state: State, turn: re.Match[str]) -> list[WrittenStep]:
    steps = []
    moves = [(turn["take"], turn["card"]), (turn["move"], None)]
    if turn["fill"]:
        moves.append((turn["fill"], turn["filled"]))
    for text, card in moves:
        move = game.notation.hear(text)
        state = _with_on_top(state, move, card)
        seat = state.mover
        try:
            state = game.apply(state, seat, move)
        except IllegalMove as refusal:
            raise BadText("sepn_illegal", text=turn[0], refusal=refusal) from None
        if turn["hands"] and isinstance(move, ActionTurn):
            state = _with_hands(state, turn)
        steps.append(WrittenStep(seat, move, state))
    return steps


def _with_on_top(state: State, move: SepMove, card: str | None) -> State:
    """The same state, with the card that the record names on top of the pile that is drawn from."""
    state = copy(state)
    match move:
        case Draw() | Fill("draw"):
            state.draw = _raised(state.draw, card)
        case ActionTurn() if state.action_draw:
            state.action_draw = _raised(state.action_draw, card)
    return state


def _raised(pile: Cards, card: str | None) -> Cards:
    if card not in pile:
        raise BadText("sepn_card", card=card)
    return (*(one for one in pile if one != card), card)


def _with_hands(state: State, turn: re.Match[str]) -> State:
    """The state after all action cards were dealt anew, with the hands that the record names."""
    hands = [_cards(hand, ".") for hand in turn["hands"].split("/")]
    dealt = [*sum(hands, ()), turn["card"]]
    if [len(hand) for hand in hands] != [2, 2] or len(set(dealt) & set(ACTION_CARDS)) != 5:
        raise BadText("sepn_deal", text=turn["hands"])
    state, last = copy(state), copy(state.last)
    assert last is not None
    state.last, last.card = last, turn["card"]
    state.players = tuple(map(copy, state.players))
    for player, hand in zip(state.players, hands, strict=True):
        player.action_hand = hand
    state.players[last.seat].action_hand += (turn["card"],)
    state.action_draw = tuple(card for card in ACTION_CARDS if card not in dealt)
    return state
