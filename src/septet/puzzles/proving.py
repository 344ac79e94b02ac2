"""Puzzles proved once more, by the plain rules alone: nothing here is shared with those who find them.

Whatever the seat cannot see and what could matter is tried out: every card that may come up, and every hand that the
other may hold in its place. Where nothing hidden should matter, nothing hidden can be looked at.
"""

import itertools
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from septet.games import GAMES
from septet.games.game import Game, Seat
from septet.games.sep.cards import ACTION_CARDS, NUMBER_CARDS
from septet.games.sep.moves import ActionTurn, Draw, Fill
from septet.games.sep.state import State as SepState
from septet.games.sepmosa.state import State as MosaicState
from septet.games.setgame.cards import failing
from septet.puzzles.blind import Blind, Looked, blind
from septet.puzzles.judging import position
from septet.puzzles.puzzle import KINDS, ByMove, ByNone, BySeat, BySet, Line, Puzzle, name_of

RIGHT = 2
SIX, TABLE = 6, 12
EQUAL, WORSE = 0.01, 0.05


class Wrong(Exception):
    """What is claimed does not hold, and why."""


def prove(puzzle: Puzzle) -> None:
    """Raises Wrong unless all that an exact puzzle claims is true."""
    _demand(KINDS[puzzle.kind].exact, "a judgement is not proved")
    _demand(puzzle.id == name_of(puzzle.kind, puzzle.picture), "the name is that of another position")
    _demand(len(puzzle.right) > 0, "nothing is right")
    trial = position(puzzle)
    _demand(trial.game.notation.impossible(trial.state) is None, "no game comes to this")
    {
        "sep-win": _circle,
        "sep-tokens": _circle,
        "sepmosa-points": _mosaic,
        "sepmosa-cut": _mosaic,
        "set-six": _sets,
        "set-any": _sets,
        "coopset-packing": _packing,
        "chipset-pot": _pot,
    }[puzzle.kind](puzzle, trial.state)


def _demand(true: bool, otherwise: str) -> None:
    if not true:
        raise Wrong(otherwise)


# -- SEP --------------------------------------------------------------------------------------------------------------


class Turn:
    """All that may become of a turn of SEP."""

    def __init__(self, puzzle: Puzzle, state: SepState) -> None:
        self.game: Game[Any, Any, Any] = GAMES["sep"]
        self.kind, self.seat, self.number = puzzle.kind, puzzle.seat, state.turn
        self.before = state.players[puzzle.seat].tokens

    def over(self, state: SepState) -> bool:
        return bool(state.ending) or state.turn != self.number

    def brought(self, state: SepState) -> float:
        if self.kind == "sep-tokens":
            return float(state.players[self.seat].tokens - self.before)
        outcome = self.game.outcome(state)
        return float(outcome is not None and outcome.places[self.seat] == 1 and outcome.places.count(1) == 1)

    def best(self, state: SepState) -> float:
        if self.over(state):
            return self.brought(state)
        return max(self.worth(state, move) for move in self.legal(state))

    def legal(self, state: SepState) -> tuple[Any, ...]:
        return self.game.legal(self.game.view(state, self.seat))

    def worth(self, state: SepState, move: Any) -> float:
        return min(self.best(self.game.apply(world, self.seat, move)) for world in self.worlds(state, move))

    def worlds(self, state: SepState, move: Any) -> Iterator[SepState]:
        """Every card may come up that the seat does not see; whatever else lies face down has no say in this turn."""
        match move:
            case Draw() | Fill("draw"):
                for card in self.unseen(state, NUMBER_CARDS):
                    yield _dealt(state, self.seat, card, NUMBER_CARDS)
            case ActionTurn() if state.action_draw:
                for card in self.unseen(state, ACTION_CARDS):
                    yield _dealt(state, self.seat, card, ACTION_CARDS)
            case ActionTurn():
                raise Wrong("the action cards would be shuffled")
            case _:
                yield state

    def unseen(self, state: SepState, cards: tuple[str, ...]) -> list[str]:
        seen = self.game.named(self.game.view(state, self.seat))
        return [card for card in cards if card not in seen]

    def lines(self, state: SepState, goal: float) -> Iterator[tuple[Any, ...]]:
        """Everything that reaches the goal as the cards lie, up to where nothing can go wrong any more."""
        for move in self.legal(state):
            if self.worth(state, move) == goal:
                after = self.game.apply(state, self.seat, move)
                if self.over(after) or min(self.worth(after, one) for one in self.legal(after)) >= goal:
                    yield (move,)
                else:
                    yield from ((move, *rest) for rest in self.lines(after, goal))


def _dealt(state: SepState, seat: Seat, card: str, cards: tuple[str, ...]) -> SepState:
    """The same position with this card on top of its pile; where the other held it, it holds the former top."""
    numbers = cards is NUMBER_CARDS
    pile = state.draw if numbers else state.action_draw
    other = state.players[1 - seat]
    swapped = {card: pile[-1], pile[-1]: card}
    new_pile = tuple(swapped.get(one, one) for one in pile)
    hand = tuple(swapped.get(one, one) for one in (other.number_hand if numbers else other.action_hand))
    player = replace(other, number_hand=hand) if numbers else replace(other, action_hand=hand)
    players = tuple(player if at == 1 - seat else one for at, one in enumerate(state.players))
    if numbers:
        return replace(state, draw=new_pile, players=players)
    return replace(state, action_draw=new_pile, players=players)


def _circle(puzzle: Puzzle, state: SepState) -> None:
    turn = Turn(puzzle, state)
    _demand(state.mover == puzzle.seat, "it is not this seat's turn")
    worths = {_told(move): turn.worth(state, move) for move in turn.legal(state)}
    most = max(worths.values())
    _demand(most >= 1 and most == puzzle.worth, "the most is something else")
    lines = {tuple(_told(move) for move in line) for line in turn.lines(state, most)}
    _demand(lines == {_line(line) for line in puzzle.right}, "other lines are right")
    _demand(len(lines) <= RIGHT, "too many lines are right")
    _demand(min(worths.values()) < most, "everything is right")
    _proof(puzzle, worths)


def _told(move: Any) -> str:
    return msgspec.json.encode(move, order="sorted").decode()


def _line(line: Line) -> tuple[str, ...]:
    return tuple(_step(step) for step in line)


def _step(step: Any) -> str:
    return msgspec.json.encode(step.move if isinstance(step, ByMove) else step, order="sorted").decode()


def _proof(puzzle: Puzzle, worths: dict[str, float]) -> None:
    """What is told of first steps is true, and nothing better is left out."""
    told = {_step(one.step): one.worth for one in puzzle.proof}
    _demand(all(worths.get(step) == worth for step, worth in told.items()), "a first step is worth something else")
    least = min(told.values())
    _demand(all(step in told or worth <= least for step, worth in worths.items()), "a better first step is left out")


# -- SEPMOSA ----------------------------------------------------------------------------------------------------------


def _mosaic(puzzle: Puzzle, state: Any) -> None:
    game, seat = GAMES["sepmosa"], puzzle.seat
    _demand(state.mover == seat, "it is not this seat's turn")
    view = game.view(state, seat)
    try:
        worths = {_told(move): _brought(puzzle.kind, blind(view), move) for move in game.legal(view)}
    except Looked:
        raise Wrong("it depends on what lies face down") from None
    most = max(worths.values())
    right = {(step,) for step, worth in worths.items() if worth == most}
    _demand(most == puzzle.worth, "the most is something else")
    _demand(right == {_line(line) for line in puzzle.right}, "other moves are right")
    _demand(len(right) <= RIGHT, "too many moves are right")
    _proof(puzzle, worths)


def _brought(kind: str, before: MosaicState, move: Any) -> float:
    """However all lies that the seat does not see: see septet.puzzles.blind."""
    after = Blind().apply(before, before.mover, move)
    if kind == "sepmosa-cut":
        return float(len(after.last.cut)) if after.last else 0.0
    return float(after.scores[before.mover] - before.scores[before.mover])


# -- SET, CoopSet and ChipSet -----------------------------------------------------------------------------------------


def _all_sets(cards: tuple[str, ...]) -> set[tuple[str, ...]]:
    """By what a set is, and nothing else: no feature in which two are alike and the third is not."""
    return {three for three in itertools.combinations(sorted(cards), 3) if not failing(three)}


def _sets(puzzle: Puzzle, state: Any) -> None:
    sets = _all_sets(state.table)
    _demand(len(state.table) == TABLE, "it is another number of cards")
    _demand(len(puzzle.right) == 1, "it is one answer")
    if not sets:
        _demand(puzzle.kind == "set-any" and puzzle.right == ((ByNone(),),), "there is no set")
        return
    _demand(len(sets) == (SIX if puzzle.kind == "set-six" else 1), "it is another number of sets")
    _demand({step.cards for step in puzzle.right[0] if isinstance(step, BySet)} == sets, "other sets are there")
    _demand(len(puzzle.right[0]) == len(sets), "a set is there twice")


def _packing(puzzle: Puzzle, state: Any) -> None:
    sets = sorted(_all_sets(state.table))
    _demand(not state.marks, "something is marked")
    best: dict[int, set[frozenset[tuple[str, ...]]]] = {}
    for chosen in _disjoint(sets):
        best.setdefault(len(chosen), set()).add(frozenset(chosen))
    most = max(best)
    _demand(most == puzzle.worth, "the most is something else")
    lines = {frozenset(step.cards for step in line if isinstance(step, BySet)) for line in puzzle.right}
    _demand(best[most] == lines and len(lines) == len(puzzle.right), "other choices are best")
    _demand(len(lines) <= RIGHT, "too many choices are best")


def _disjoint(sets: list[tuple[str, ...]]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Every choice of sets that share no card."""
    yield ()
    for at, one in enumerate(sets):
        left = [other for other in sets[at + 1 :] if not {*one} & {*other}]
        yield from ((one, *rest) for rest in _disjoint(left))


def _pot(puzzle: Puzzle, state: Any) -> None:
    """Everybody counts all sets and says so: then the rules themselves pay the pot."""
    game = GAMES["chipset"]
    _demand(state.phase == "count", "the hands are not open")
    counts = {}
    before = state.stacks
    for seat in sorted(state.live):
        hand = state.hands[seat]
        mine = [one for one in _all_sets(hand + state.table) if {*one} & {*hand}]
        counts[seat] = len(mine)
        for one in mine:
            state = game.apply(state, seat, _mark(game, one))
    for seat in sorted(counts):
        state = game.apply(state, seat, msgspec.convert({"type": "wait"}, game.moves))
    paid = [seat for seat, chips in enumerate(state.stacks) if chips > before[seat]]
    _demand(len(paid) == 1, "not one seat takes the pot")
    _demand(puzzle.right == ((BySeat(paid[0]),),), "another seat takes the pot")
    _demand(puzzle.worth == counts[paid[0]], "it has another number of sets")


def _mark(game: Game[Any, Any, Any], cards: tuple[str, ...]) -> Any:
    return msgspec.convert({"type": "mark", "cards": cards}, game.moves)


# -- judgements -------------------------------------------------------------------------------------------------------


def consistent(puzzle: Puzzle) -> None:
    """What a judgement says of itself agrees: raises Wrong if a move that is not right is not clearly worse."""
    _demand(not KINDS[puzzle.kind].exact, "it is counted")
    _demand(puzzle.id == name_of(puzzle.kind, puzzle.picture), "the name is that of another position")
    trial = position(puzzle)
    legal = {_told(move) for move in trial.game.legal(trial.game.view(trial.state, puzzle.seat))}
    right = {_line(line)[0] for line in puzzle.right}
    _demand(right <= legal and 1 <= len(right) <= RIGHT, "what is right is not possible, or too much")
    for one in puzzle.proof:
        behind = puzzle.worth - one.worth
        if _step(one.step) in right:
            _demand(abs(behind) <= EQUAL, "right moves lie apart")
        else:
            _demand(behind >= WORSE, "another move is nearly as good")
