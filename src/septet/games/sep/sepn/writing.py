"""A log written as SEPN."""

import msgspec

from septet.games.game import Outcome, Seat
from septet.games.log import Log
from septet.games.options import said
from septet.games.sep.duel import Sep
from septet.games.sep.moves import ActionTurn, Draw, Fill, SepMove, TakeReserve
from septet.games.sep.state import State

SHEETS = {"sep": "2p", "sep-solo": "solo"}
ENDS = {"seven": "#", "tie": "="}  # any other ending is decided on tokens: "$"
NO_CARD = "--"  # an action turn that draws nothing, because the deck is empty (solo, all_twelve)


class WrittenStep(msgspec.Struct, frozen=True):
    """A move, and the state after it."""

    seat: Seat
    move: SepMove
    state: State


def write(log: Log) -> str:
    """The log of a game of SEP as SEPN: one section, or one for each round of a solo match."""
    steps = [
        WrittenStep(log.entries[number].seat or 0, log.entries[number].move, log.tables[number + 1].state)
        for number in log.line()
        if isinstance(log.entries[number].move, SepMove)
    ]
    before: State = log.tables[0].state
    sections = []
    for section in _rounds(steps):
        tags = [*_tags(log, len(before.points) + 1), ("Deal", _deal_text(before))]
        lines = [f'[{key} "{_tag_value(value)}"]' for key, value in tags if value]
        lines += [turn_text(number, turn, start) for number, turn, start in _turns(section, before)]
        before = section[-1].state if section else before
        sections.append(lines)
    if log.outcome:
        sections[-1].append(f'[Result "{result_text(log.outcome)}"]')
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


def result_text(outcome: Outcome) -> str:
    """The winner's letter (`=` for a tie, `-` for a lost solo game), the scores, and the reason."""
    if outcome.won is not None:
        letter = "A" if outcome.won else "-"
    else:
        letter = "=" if outcome.places == (1, 1) else "AB"[outcome.places.index(1)]
    return f"{letter} {'-'.join(map(str, outcome.scores))} {outcome.reason}"


def _rounds(steps: list[WrittenStep]) -> list[list[WrittenStep]]:
    """The steps of each round; a game for two is one round."""
    rounds: list[list[WrittenStep]] = [[]]
    for number, step in enumerate(steps):
        rounds[-1].append(step)
        ended = step.state.last is not None and step.state.last.points is not None
        if ended and number + 1 < len(steps):
            rounds.append([])
    return rounds


def _turns(steps: list[WrittenStep], before: State) -> list[tuple[int, list[WrittenStep], State]]:
    """The steps of each turn, with its number and the state before it; a turn broken off is left out."""
    turns: list[tuple[int, list[WrittenStep], State]] = []
    for step in steps:
        if before.phase == "choose":
            turns.append((len(turns) + 1, [], before))
        turns[-1][1].append(step)
        before = step.state
    return turns if before.phase in {"choose", "over"} else turns[:-1]


def turn_text(number: int, steps: list[WrittenStep], before: State) -> str:
    say, words = Sep.notation.say, list[str]()
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
