"""SEPN, the game record that people read and write: `1.A d[3C] 6S@b +1`.

Every hidden card is written when it comes up, so that a record replays without a seed.
"""

import re
from copy import copy
from typing import Any

import msgspec

from septet.games import GAMES
from septet.games.errors import BadText
from septet.games.game import Game, IllegalMove, Outcome, Seat
from septet.games.log import Log
from septet.games.options import heard, said
from septet.games.sep.cards import ACTION_CARDS, NUMBER_CARDS, Cards
from septet.games.sep.moves import ActionTurn, Draw, Fill, SepMove, TakeReserve
from septet.games.sep.state import Player, State
from septet.games.sep.text import hear, say

SHEETS = {"sep": "2p", "sep-solo": "solo"}
ENDS = {"seven": "#", "tie": "="}  # any other ending is decided on tokens: "$"
TAG = re.compile(r'\[(\w+) "([^"\n]*)"\]')
COMMENT = re.compile(r"(?<=\s)\{[^}]*\}")
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
NO_CARD = "--"  # an action turn that draws nothing, because the deck is empty (solo, all_twelve)


class Step(msgspec.Struct, frozen=True):
    """A move, and the state after it."""

    seat: Seat
    move: SepMove
    state: State


class Played(msgspec.Struct, frozen=True):
    """A game as its record tells it."""

    game: Game[Any, Any, Any]
    tags: dict[str, str]
    first: State
    steps: list[Step]


def write(log: Log) -> str:
    """The log of a game of SEP as SEPN: one section, or one for each round of a solo match."""
    steps = [
        Step(log.entries[number].seat or 0, log.entries[number].move, log.tables[number + 1].state)
        for number in log.line()
        if isinstance(log.entries[number].move, SepMove)
    ]
    before: State = log.tables[0].state
    sections = []
    for section in _rounds(steps):
        tags = [*_tags(log, len(before.points) + 1), ("Deal", _deal_text(before))]
        lines = [f'[{key} "{_tag_value(value)}"]' for key, value in tags if value]
        lines += [_turn_text(number, turn, start) for number, turn, start in _turns(section, before)]
        before = section[-1].state if section else before
        sections.append(lines)
    if log.outcome:
        sections[-1].append(f'[Result "{_result(log.outcome)}"]')
    return "\n\n".join("\n".join(lines) for lines in sections) + "\n"


def _tags(log: Log, round_number: int) -> list[tuple[str, str]]:
    header, options = log.header, log.tables[0].state.options
    names = [sitter.name for sitter in header.seats]
    return [
        ("Game", "SEP"),
        ("Sheet", SHEETS[header.game]),
        ("Rules", said(options).replace(", ", ";") or "default"),
        ("Engine", header.engine),
        ("Date", (header.started or "")[:10]),
        *zip("AB", names, strict=False),
        ("Round", str(round_number) if len(names) == 1 else ""),
        ("Seed", header.seed or ""),
    ]


def _tag_value(text: str) -> str:
    return " ".join(text.replace('"', "'").split())


def _deal_text(state: State) -> str:
    players = state.players
    numbers = " / ".join(".".join(player.number_hand) for player in players)
    actions = " / ".join(".".join(player.action_hand) for player in players)
    return f"{','.join(stack[-1] for stack in state.circle)} | {numbers} | {actions}"


def _result(outcome: Outcome) -> str:
    """The winner's letter (`=` for a tie, `-` for a lost solo game), the scores, and the reason."""
    if outcome.won is not None:
        letter = "A" if outcome.won else "-"
    else:
        letter = "=" if outcome.places == (1, 1) else "AB"[outcome.places.index(1)]
    return f"{letter} {'-'.join(map(str, outcome.scores))} {outcome.reason}"


def _rounds(steps: list[Step]) -> list[list[Step]]:
    """The steps of each round; a game for two is one round."""
    rounds: list[list[Step]] = [[]]
    for number, step in enumerate(steps):
        rounds[-1].append(step)
        ended = step.state.last is not None and step.state.last.points is not None
        if ended and number + 1 < len(steps):
            rounds.append([])
    return rounds


def _turns(steps: list[Step], before: State) -> list[tuple[int, list[Step], State]]:
    """The steps of each turn, with its number and the state before it."""
    turns: list[tuple[int, list[Step], State]] = []
    for step in steps:
        if before.phase == "choose":
            turns.append((len(turns) + 1, [], before))
        turns[-1][1].append(step)
        before = step.state
    return turns


def _turn_text(number: int, steps: list[Step], before: State) -> str:
    words: list[str] = []
    centre = opponent = returned = 0
    for step in steps:
        last = step.state.last
        assert last is not None
        card = last.card or NO_CARD
        match step.move:
            case Draw() | TakeReserve():
                words.append(f"{say(step.move)}[{card}]")
            case ActionTurn():
                if last.new_actions:
                    hands = [".".join(player.action_hand[:2]) for player in step.state.players]
                    words.append(f"%A{{{' / '.join(hands)}}}")
                words.append(f"a[{card}]")
            case Fill():
                words[-1] += f"{say(step.move)}[{card}]"
            case _:
                words.append(say(step.move))
        centre += last.from_centre
        opponent += last.from_opponent
        returned += last.returned
    words += [f"+{centre}"] * bool(centre) + [f"^{opponent}"] * bool(opponent) + ["-1"] * returned
    state = steps[-1].state
    last = state.last
    assert last is not None
    if state.ending or last.points is not None:
        ending = state.ending or ("seven" if last.points is not None and last.points >= 0 else "tokens")
        words.append(ENDS.get(ending, "$"))
    elif last.new_pile:
        words.append(f"%N{state.pile}({last.new_pile})")
    return f"{number}.{'AB'[before.mover]} {' '.join(words)}"


def read(text: str) -> Played:
    """Play a record again through the rules; raises BadText where it does not hold."""
    sections = re.split(r'(?=\[Game ")', COMMENT.sub("", text))
    if sections.pop(0).strip() or not sections:
        raise BadText("not_sepn")
    tags = dict(TAG.findall(sections[0]))
    game = next((GAMES[name] for name, sheet in SHEETS.items() if sheet == tags.get("Sheet")), None)
    if tags.get("Game") != "SEP" or game is None:
        raise BadText("not_sepn")
    rules = tags.get("Rules", "default")
    options = heard(game.Options, "" if rules == "default" else rules)
    first = state = _laid(game.deal(options, game.seats.start, bytes(32)), tags)
    steps: list[Step] = []
    for section in sections:
        tags |= dict(TAG.findall(section))
        if section is not sections[0]:
            state = _laid(state, tags)
            if steps[-1].state.last is None or steps[-1].state.last.points is None:
                raise BadText("sepn_round")
        turns = list(_matched(TAG.sub("", section)))
        if turns and section is sections[0]:
            first = state = _starting(state, "AB".index(turns[0]["seat"]))
        for number, turn in enumerate(turns, start=1):
            played = _replayed(game, state, turn)
            seen = _turn_text(number, played, state)
            if " ".join(turn[0].split()) != seen:
                raise BadText("sepn_turn", text=turn[0], seen=seen)
            steps += played
            state = played[-1].state
    outcome = game.outcome(state)
    if outcome and tags.get("Result", _result(outcome)) != _result(outcome):
        raise BadText("sepn_result", text=tags["Result"], seen=_result(outcome))
    return Played(game, tags, first, steps)


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
    if len(circle) != 6 or [len(part) for part in hands] != [seats, seats]:
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


def _replayed(game: Game[Any, Any, Any], state: State, turn: re.Match[str]) -> list[Step]:
    steps = []
    moves = [(turn["take"], turn["card"]), (turn["move"], None)]
    if turn["fill"]:
        moves.append((turn["fill"], turn["filled"]))
    for text, card in moves:
        move = hear(text)
        state = _with_on_top(state, move, card)
        seat = state.mover
        try:
            state = game.apply(state, seat, move)
        except IllegalMove as refusal:
            raise BadText("sepn_illegal", text=turn[0], refusal=refusal) from None
        if turn["hands"] and isinstance(move, ActionTurn):
            state = _with_hands(state, turn)
        steps.append(Step(seat, move, state))
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
