"""How far bots can be exploited at the end of a game of SEP: the best that can be done against each, within bounds.

    .venv/bin/python bench/endgames.py find [--count 20] [--seed endgame]      look for endgames in played games
    .venv/bin/python bench/endgames.py measure [BOT …] [--json] [--svg FILE]   best responses to bots on all of them

An endgame begins from what everybody sees: the hands are dealt from all that nobody has seen, each deal as likely as
any other, and a card of a pile is chosen when it is drawn. The bot becomes one policy: its chance is seeded with a hash
of what it sees. Against that policy a best response looks at all that can happen, and maximizes over what it could
know: whatever looks the same to it, move by move, it plays the same way. Half the sum of what best responses win from
both seats is how far the policy can be exploited: 0 for one that cannot, 1 for one that can be beaten always.

Where all action cards or all number cards would be shuffled anew, nobody looks further: from there on the response may
lose or win everything, and what it wins lies between two bounds. What comes before is exact; so is a third figure, for
the game that a new shuffle leaves level.
"""

import argparse
import hashlib
import itertools
import random
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec

from septet.bots import bot_named, prepare, sit
from septet.envs.drawn import DrawnSep, Undecided
from septet.games import GAMES
from septet.games.game import Seat
from septet.games.sep.cards import Cards
from septet.games.sep.moves import ActionTurn, SepMove
from septet.games.sep.options import SepOptions
from septet.games.sep.state import Player, State
from septet.games.sep.view import View
from septet.lab import ladder
from septet.lab.ratings import Standing

FILE = Path(__file__).with_name("endgames.json")
LEVELS = ("novice", "casual", "strong", "expert")
PLAYERS = (("greedy", "greedy"), ("cautious", "greedy"), ("cautious", "cautious"))  # of the games to look through
OPEN = 0.5  # how far the bounds of an endgame that is kept may lie apart
MOST = 100_000  # histories of an endgame
ANY_SEED = bytes(32)  # nothing is shuffled
_TEXT = msgspec.json.Encoder(order="deterministic")


Seen = tuple[bytes, ...]


def said(view: View) -> bytes:
    """A view in short: two are the same if these are."""
    return hashlib.sha256(_TEXT.encode(view)).digest()


class TooLarge(Exception):
    """More can happen than is looked at."""


class Response(msgspec.Struct, frozen=True):
    """What a best response from this seat wins against a policy, on the mean: at least, at most, and exactly if a new
    shuffle left the game level; and how many histories were looked at."""

    low: float
    level: float
    high: float
    histories: int


def policy(bot: str) -> Any:
    """A bot as a function of what it sees."""
    prepare("sep", [bot])
    known: dict[bytes, Any] = {}

    def chosen(view: View) -> Any:
        key = said(view)
        if key not in known:
            assert view.seat is not None
            plan = sit("sep", bot, view.seat, random.Random(f"{bot} {key.hex()}")).see(view, 0)
            assert plan is not None
            known[key] = plan.move
        return known[key]

    return chosen


def worlds(state: State) -> list[State]:
    """All states that look like this one to somebody who sees no hand."""
    first, second = state.players
    hidden = sorted(
        [*state.draw, *(card for one in state.players for card in one.number_hand if card not in one.shown)]
    )
    actions = sorted([*state.action_draw, *first.action_hand, *second.action_hand])
    found = []
    for numbers in _dealt(hidden, *(len(one.number_hand) - len(one.shown) for one in state.players)):
        for acting in _dealt(actions, len(first.action_hand), len(second.action_hand)):
            players = tuple(
                Player((*sorted(one.shown), *numbers[seat]), acting[seat], one.tokens, one.shown)
                for seat, one in enumerate(state.players)
            )
            found.append(
                msgspec.structs.replace(
                    state, seed=ANY_SEED, players=players, draw=numbers[2], action_draw=acting[2], last=None
                )
            )
    return found


def _dealt(cards: Iterable[str], one: int, other: int) -> Iterator[tuple[Cards, Cards, Cards]]:
    """So many cards to one hand, so many to the other, and the rest."""
    every = tuple(cards)
    for mine in combinations(every, one):
        left = tuple(card for card in every if card not in mine)
        for theirs in combinations(left, other):
            yield mine, theirs, tuple(card for card in left if card not in theirs)


def after(game: DrawnSep, state: State, seat: Seat, move: SepMove, chosen: Cards = ()) -> Iterator[tuple[State, float]]:
    """What may come of a move, and how likely each is."""
    game.script.start(chosen)
    try:
        yield game.apply(state, seat, move), 1.0
        return
    except Undecided as question:
        among = question.among
    for card in among:
        for found, chance in after(game, state, seat, move, (*chosen, card)):
            yield found, chance / len(among)


Worths = tuple[float, float, float]  # at least, if a new shuffle is level, at most
NOTHING: Worths = (0.0, 0.0, 0.0)


def added(some: Iterable[Worths]) -> Worths:
    lows, levels, highs = zip(NOTHING, *some, strict=True)
    return sum(lows), sum(levels), sum(highs)


class _Tree:
    """All that can happen while one seat does what it likes and the other follows a policy.

    Where all action cards or all number cards are shuffled anew, the seat may win or lose: that is as far as it looks.
    """

    def __init__(self, start: State, seat: Seat, policy: Any, most: int) -> None:
        self.game, self.seat, self.policy, self.most = DrawnSep(), seat, policy, most
        self.shuffled = (start.action_resets, start.pile)
        self.histories = 0

    def worth(self, states: list[tuple[State, float]]) -> Worths:
        """Of states that look the same to the seat whose turn it is."""
        view = self.game.view(states[0][0], self.seat)
        lows, levels, highs = zip(*[self.tried(states, move) for move in self.game.legal(view)], strict=True)
        return max(lows), max(levels), max(highs)

    def tried(self, states: list[tuple[State, float]], move: SepMove) -> Worths:
        looks: dict[Seen, list[tuple[State, float]]] = defaultdict(list)
        if self.would_shuffle(states[0][0], move):
            self.histories += 1
            return self.unknown(sum(chance for _, chance in states))
        won = [
            self.onward(found, likely * chance, (), looks)
            for state, likely in states
            for found, chance in after(self.game, state, self.seat, move)
        ]
        return added([*won, *(self.worth(alike) for alike in looks.values())])

    def unknown(self, likely: float) -> Worths:
        return -likely, 0.0, likely

    def would_shuffle(self, state: State, move: SepMove) -> bool:
        return isinstance(move, ActionTurn) and not state.action_draw

    def onward(self, state: State, likely: float, seen: Seen, looks: Any) -> Worths:
        """Go on to where the seat has to choose again, and keep what it saw on the way; what is won until there."""
        self.histories += 1
        if self.histories > self.most:
            raise TooLarge
        ended = self.game.outcome(state)
        if ended is not None:
            first, second = ended.places
            won = likely * ((second - first) if self.seat == 0 else (first - second))
            return won, won, won
        if (state.action_resets, state.pile) != self.shuffled:
            return self.unknown(likely)
        seen = (*seen, said(self.game.view(state, self.seat)))
        if state.mover == self.seat:
            looks[seen].append((state, likely))
            return NOTHING
        move = self.policy(self.game.view(state, state.mover))
        if self.would_shuffle(state, move):
            return self.unknown(likely)
        return added(
            self.onward(found, likely * chance, seen, looks)
            for found, chance in after(self.game, state, state.mover, move)
        )


def best_response(state: State, policy: Any, seat: Seat, most: int = MOST) -> Response:
    """The most that this seat can win on the mean against a policy: -1 if it always loses, 1 if it always wins."""
    tree = _Tree(state, seat, policy, most)
    every = worlds(state)
    looks: dict[Seen, list[tuple[State, float]]] = defaultdict(list)
    won = [tree.onward(world, 1 / len(every), (), looks) for world in every]
    return Response(*added([*won, *(tree.worth(alike) for alike in looks.values())]), tree.histories)


def played(state: State, policy: Any) -> float:
    """What the first seat wins on the mean where both follow a policy, and a new shuffle leaves the game level."""
    tree = _Tree(state, 1, policy, MOST)
    every = worlds(state)

    def onward(now: State, likely: float) -> float:
        looks: dict[Seen, list[tuple[State, float]]] = defaultdict(list)
        won = -tree.onward(now, likely, (), looks)[1]  # on to where the second seat has to move
        for found, chance in itertools.chain.from_iterable(looks.values()):
            move = policy(tree.game.view(found, 1))
            if not tree.would_shuffle(found, move):
                won += sum(onward(new, chance * part) for new, part in after(tree.game, found, 1, move))
        return won

    return sum(onward(world, 1 / len(every)) for world in every)


def endings(bots: tuple[str, str], seed: str) -> Iterator[State]:
    """The positions at the end of one game between these bots in which at most one number card is left to be drawn."""
    rules: Any = GAMES["sep"]
    rng = random.Random(seed)
    state = rules.deal(SepOptions(), 2, rng.randbytes(32))
    minds = [sit("sep", bot, seat, random.Random(f"{seed} {seat}")) for seat, bot in enumerate(bots)]
    while rules.outcome(state) is None:
        late = state.pile >= state.options.pile_count and len(state.draw) <= 1 and state.phase != "fill"
        if late and (state.phase != "choose" or state.action_draw):
            yield state
        plan = minds[state.mover].see(rules.view(state, state.mover), 0)
        assert plan is not None
        state = rules.apply(state, state.mover, plan.move)


# -- the file of endgames ---------------------------------------------------------------------------------------------


def kept(file: Path = FILE) -> list[State]:
    """The endgames that were found, by the usual rules: what is hidden in them is one deal of many."""
    found = msgspec.json.decode(file.read_bytes(), type=list[State])
    return [msgspec.structs.replace(state, options=SepOptions()) for state in found]


def keep(states: list[State]) -> None:
    """The smallest first; what stands there already can be used while the search goes on."""
    ordered = sorted(states, key=lambda state: len(worlds(state)))
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(ordered), indent=1) + b"\n")


def find(count: int, seed: str, bots: list[str], most: int) -> None:
    """One endgame of a game at most, the first that is small enough for every bot from both seats."""
    policies = [policy(bot) for bot in bots]
    found: list[State] = []
    for number in itertools.count():
        for state in endings(PLAYERS[number % len(PLAYERS)], f"{seed} {number}"):
            if len(worlds(state)) <= most // 10 and telling(state, policies, most):
                found.append(msgspec.structs.replace(state, last=None))
                keep(found)
                print(f"{len(found)} of {count}, in {number + 1} games", file=sys.stderr, flush=True)
                break
        if len(found) == count:
            return


def telling(state: State, policies: list[Any], most: int) -> bool:
    """Is it small enough, is little left open, and does it make a difference who plays?"""
    found = []
    try:
        for one in policies:
            both = [best_response(state, one, seat, most) for seat in range(2)]
            if sum(one.high - one.low for one in both) / 2 > OPEN:
                return False
            found.append(tuple((round(one.low, 9), round(one.high, 9)) for one in both))
    except TooLarge:
        return False
    return len({*found}) > 1


# -- what is measured -------------------------------------------------------------------------------------------------


class Row(msgspec.Struct, frozen=True):
    """A bot: how far it can be exploited on each endgame, and on the mean."""

    bot: str
    low: float
    level: float
    high: float
    each: tuple[Worths, ...]
    histories: int


def measured(bot: str, states: list[State]) -> Row:
    plays = policy(bot)
    found = []
    for number, state in enumerate(states, start=1):
        print(f"{bot}: {number} of {len(states)}", end="\r", file=sys.stderr, flush=True)
        found.append([best_response(state, plays, seat) for seat in range(2)])
    each = tuple(halved(*both) for both in found)
    low, level, high = (sum(worths) / len(each) for worths in zip(*each, strict=True))
    return Row(bot, low, level, high, each, sum(one.histories for both in found for one in both))


def halved(first: Response, second: Response) -> Worths:
    return (first.low + second.low) / 2, (first.level + second.level) / 2, (first.high + second.high) / 2


def drawn(rows: list[Row]) -> str:
    """The bounds as lines, and what holds if a new shuffle is level as a dot: the least exploitable first."""
    ordered = sorted(rows, key=lambda row: row.level)
    standings = tuple(Standing(row.bot, row.level, row.low, row.high, len(row.each)) for row in ordered)
    title = f"What a best response wins on {len(rows[0].each)} endgames of SEP: at least, at most"
    return ladder.svg(title, standings, {row.bot: row.bot for row in rows}, 3)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("find", "measure"))
    parser.add_argument("bots", nargs="*", default=list(LEVELS), metavar="BOT")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", default="endgame")
    parser.add_argument("--most", type=int, default=20_000, help="histories of an endgame, for each bot and seat")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="the bounds as a picture")
    args = parser.parse_args()
    known = [one for one in args.bots if bot_named("sep", one) is None]
    if known:
        parser.error(f"no bot of SEP is called {known[0]}; `septet bots` lists them")
    if not 1 <= args.most <= MOST:
        parser.error(f"--most must be from 1 to {MOST}, not {args.most}")
    if args.what == "find":
        find(args.count, args.seed, args.bots, args.most)
        return
    rows = []
    for bot in args.bots:
        row = measured(bot, kept())
        rows.append(row)
        if args.json:
            print(msgspec.json.encode(row).decode(), flush=True)
        else:
            each = " ".join(f"{level:.2f}" for _, level, _ in row.each)
            print(f"{row.bot:<10}{row.level:>7.3f} ({row.low:.3f} to {row.high:.3f})   {each}", flush=True)
    if args.svg:
        args.svg.write_text(drawn(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
