"""Pictures: positions drawn in Markdown, and moves tried on them. See docs/pictures.md for the form."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from septet.games import GAMES
from septet.games.errors import BadOption, BadText
from septet.games.game import Game, IllegalMove, Leave, Move, Outcome, Return, Seat, Timeout
from septet.games.options import heard
from septet.games.table import GameTable, advance, on_time
from septet.games.table import outcome as outcome_of

FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})\s*([^\s`]*)")
SEAT = re.compile(r"P([1-9]\d?):(.+)")
AGO = re.compile(r"(.+)\^-(\d{1,2})")  # sent so many revisions of the table ago
CLOCK = re.compile(r"T:timeout(?:=([a-z_]+)(?:,P([1-9]\d?))?)?")
TABLE_MOVES: dict[str, Move] = {"leave": Leave(), "return": Return()}
ASKS = re.compile(r"(goal|house|begin|reply|solution):(.*)")
LEARNER = 0  # the seat of whoever is asked to reach a goal


class Block(msgspec.Struct, frozen=True):
    """A fenced block of a game: its lines with their numbers in the file."""

    game: str
    line: int
    lines: tuple[tuple[int, str], ...]


class Failure(msgspec.Struct, frozen=True):
    """A try that did not hold: where it stands, what was expected, and what was seen."""

    line: int
    text: str
    expected: str
    seen: str = ""
    problem: Exception | None = None


def blocks(markdown: str) -> Iterator[Block]:
    """The blocks whose label is the name of a game; blocks inside other blocks are not looked at."""
    opening: re.Match[str] | None = None
    start, lines = 0, list[tuple[int, str]]()
    for number, line in enumerate(markdown.splitlines(), start=1):
        fence = FENCE.match(line)
        if opening is None:
            if fence:
                opening, start, lines = fence, number, []
        elif fence and not fence[2] and fence[1].startswith(opening[1]):
            if opening[2] in GAMES:
                yield Block(opening[2], start, tuple(lines))
            opening = None
        else:
            lines.append((number, line))
    if opening and opening[2] in GAMES:
        raise BadText("unclosed_block", line=start)


def drawing_of(block: Block) -> list[str]:
    """The lines that draw the position."""
    return [line for _, line in _drawn(block)]


def _drawn(block: Block) -> list[tuple[int, str]]:
    lines = ((number, line.partition("#")[0].strip()) for number, line in block.lines)
    return [(number, line) for number, line in lines if line and "=>" not in line and not ASKS.fullmatch(line)]


def play(block: Block) -> tuple[int, list[Failure]]:
    """How many tries of a block hold, and those that do not; a goal counts as one of them."""
    game = GAMES[block.game]
    lines = [(number, line.partition("#")[0].strip()) for number, line in block.lines]
    drawn, drawing, house = _drawn(block), drawing_of(block), house_of(block)
    tries = [(number, line) for number, line in lines if "=>" in line]
    only_house_rules = tries and all(line.startswith("{") for _, line in tries)  # each of them draws for itself
    try:
        if not only_house_rules:
            game.notation.parse(heard(game.Options, house), drawing)
    except BadOption as error:
        return 0, [Failure(block.line, f"house: {house}", "", problem=error)]
    except BadText as error:
        bad = _culprit(game, heard(game.Options, house), drawn, error)
        where, text = bad or (block.line, block.game)
        problem = BadText("no_result", text=text) if bad and _is_a_try(game, text) else error
        unplayed = [Failure(number, line, "", problem=BadText("not_played", line=where)) for number, line in tries]
        return 0, [Failure(where, text, "", problem=problem), *unplayed]
    failures = []
    for number, line in tries:
        try:
            failure = _try(game, drawing, line, house)
        except ValueError as error:  # text or options that are not understood
            failure = Failure(0, line, "", problem=error)
        if failure:
            failures.append(msgspec.structs.replace(failure, line=number))
    asks = [(number, line) for number, line in lines if ASKS.fullmatch(line) and not line.startswith("house:")]
    if asks and (failure := _solve(block)):
        failures.append(msgspec.structs.replace(failure, line=asks[0][0]))
    return max(len(tries) + bool(asks), 1) - len(failures), failures


def _culprit(
    game: Game[Any, Any, Any], options: Any, drawn: list[tuple[int, str]], error: BadText
) -> tuple[int, str] | None:
    """The line of a position that is to blame: without it all is well, or at least the same would not be said."""
    suspect = None
    for at, found in enumerate(drawn):
        try:
            game.notation.parse(options, [line for _, line in drawn[:at] + drawn[at + 1 :]])
        except BadText as other:
            if suspect is None and (other.code, other.facts) != (error.code, error.facts):
                suspect = found
        else:
            return found
    return suspect


def _is_a_try(game: Game[Any, Any, Any], line: str) -> bool:
    """Is this a move, and no line of a position?"""
    first = _options(line)[1].split()[:1]
    try:
        return any(CLOCK.fullmatch(text) or game.notation.hear(SEAT.sub(r"\2", text)) for text in first)
    except ValueError:
        return False


class Trial(msgspec.Struct):
    """A try as it is played: where it began, where it has led, and who refused what."""

    game: Game[Any, Any, Any]
    first: Any
    state: Any
    seat: Seat | None = None  # of the last move that a seat made
    refusal: IllegalMove | None = None
    absent: frozenset[Seat] = frozenset()
    ended: Outcome | None = None  # by the table, not by the rules

    def move(self, text: str) -> None:
        text, ago = _ago(text)
        self.play(*self.understood(text), ago)

    def play(self, seat: Seat | None, move: Move, ago: int = 0) -> None:
        self.seat = self.seat if seat is None else seat
        try:
            lent = self.game.notation.lend(self.state, seat, move)
            now = self.game.rev(self.state)
            if not on_time(now - ago, now):
                raise IllegalMove(move, "stale")
            table = advance(self.game, GameTable(lent, self.ended, absent=self.absent), seat, move)
        except IllegalMove as refusal:
            refusal.family = self.game.family
            self.refusal = refusal
        else:
            self.state, self.absent, self.ended = table.state, table.absent, table.ended

    def replied(self, replies: list[tuple[Seat | None, Move]]) -> bool:
        """Was the next of these made? It waits until the rules allow it."""
        if not replies or self.outcome:
            return False
        seat = self.seat
        self.play(*replies[0])
        self.seat, refused, self.refusal = seat, self.refusal, None
        if not refused:
            del replies[0]
        return not refused

    @property
    def outcome(self) -> Outcome | None:
        return outcome_of(self.game, GameTable(self.state, self.ended))

    def understood(self, text: str) -> tuple[Seat | None, Move]:
        if found := CLOCK.fullmatch(text):
            return None, self._timeout(text, found[1], found[2])
        if found := SEAT.fullmatch(text):
            return int(found[1]) - 1, TABLE_MOVES.get(found[2]) or self.game.notation.hear(found[2])
        move = self.game.notation.hear(text)
        movers = self.game.to_move(self.state)
        if len(movers) > 1:
            raise BadText("whose_move", text=text)
        return (next(iter(movers)) if movers else self.seat or 0), move

    def _timeout(self, text: str, name: str | None, player: str | None) -> Timeout:
        """The timer that the words mean; what is left out must be clear from those that run."""
        if name and player:
            return Timeout(name, int(player) - 1)
        running = [timer for timer in self.game.timers(self.state) if name in {None, timer.name}]
        if len(running) > 1 or not (running or name):
            raise BadText("which_timer", text=text)
        return Timeout(running[0].name, running[0].seat) if running else Timeout(name or "")


def _ago(text: str) -> tuple[str, int]:
    found = AGO.fullmatch(text)
    return (found[1], int(found[2])) if found else (text, 0)


Checks = tuple[tuple[str, ...], ...]


class Try(msgspec.Struct, frozen=True):
    """A line with an arrow: house rules, moves, and what must be true then."""

    options: str
    moves: tuple[str, ...]
    checks: Checks

    def begin(self, game: Game[Any, Any, Any], drawing: list[str]) -> Trial:
        first = game.notation.parse(heard(game.Options, self.options), drawing)
        return Trial(game, first, first)


def read(line: str, house: str = "") -> Try:
    """What a line with an arrow says; its own house rules, or those of the picture."""
    moves, _, checks = line.partition("=>")
    options, moves = _options(moves.strip())
    return Try(options or house, tuple(moves.split()), checks_in(checks))


def _try(game: Game[Any, Any, Any], drawing: list[str], line: str, house: str) -> Failure | None:
    tried = read(line, house)
    trial = tried.begin(game, drawing)
    for text in tried.moves:
        if trial.refusal:
            return Failure(0, line, "legal", f"refused {trial.refusal.code}")
        trial.move(text)
    return unmet(trial, tried.checks, line)


def unmet(trial: Trial, checks: Checks, line: str) -> Failure | None:
    """The first of some checks that does not hold."""
    if not all(checks):
        raise BadText("empty_check", text=line)
    if trial.refusal and not any(words[0] == "refused" for words in checks):
        return Failure(0, line, "legal", f"refused {trial.refusal.code}")
    for words in checks:
        seen = _seen(trial, list(words))
        if seen is not None:
            return Failure(0, line, " ".join(words), seen)
    return None


class Exercise(msgspec.Struct, frozen=True):
    """What is asked of whoever looks at a picture: a goal, and what happens before and meanwhile."""

    goal: str
    house: str = ""  # house rules
    begin: str = ""  # moves that are made already
    reply: str = ""  # moves of the others, each as soon as the rules allow it
    solution: str = ""

    def trial(self, game: Game[Any, Any, Any], drawing: list[str]) -> Trial:
        """The picture after the moves that are made already; `+1` counts from here on."""
        trial = Try(self.house, (), ()).begin(game, drawing)
        for text in self.begin.split():
            trial.move(text)
        if trial.refusal:
            raise BadText("begin_refused", text=self.begin, why=trial.refusal)
        trial.first, trial.seat = trial.state, LEARNER
        return trial

    def replies(self, trial: Trial) -> list[tuple[Seat | None, Move]]:
        return [trial.understood(text) for text in self.reply.split()]


def exercise_in(block: Block) -> Exercise | None:
    """What a picture asks for, if anything."""
    found: dict[str, str] = {}
    for _, line in block.lines:
        if asks := ASKS.fullmatch(line.partition("#")[0].strip()):
            if asks[1] in found:
                raise BadText("key_twice", key=asks[1])
            found[asks[1]] = asks[2].strip()
    if "goal" in found:
        return Exercise(**found)
    if asked := [key for key in found if key != "house"]:
        raise BadText("no_goal", key=asked[0])
    return None


def house_of(block: Block) -> str:
    """The house rules of a picture, as text."""
    found = (ASKS.fullmatch(line.partition("#")[0].strip()) for _, line in block.lines)
    return next((asks[2].strip() for asks in found if asks and asks[1] == "house"), "")


def checks_in(text: str) -> Checks:
    return tuple(tuple(check.split()) for check in text.split(";"))


def reached(trial: Trial, goal: Checks, line: str) -> Failure | None:
    """What is missing of a goal, as whoever is asked to reach it sees it."""
    trial.seat = LEARNER
    return unmet(trial, goal, line)


def _solve(block: Block) -> Failure | None:
    """Play the solution of an exercise: the goal is not reached before it, and is afterwards."""
    try:
        task = exercise_in(block)
        assert task is not None
        goal, line = checks_in(task.goal), f"goal: {task.goal}"
        trial = task.trial(GAMES[block.game], drawing_of(block))
        replies = task.replies(trial)
        if reached(trial, goal, line) is None:
            raise BadText("goal_at_once", text=task.goal)
        for text in task.solution.split():
            trial.move(text)
            if trial.refusal:
                return Failure(0, f"solution: {task.solution}", text, f"refused {trial.refusal.code}")
            while trial.replied(replies):
                pass
    except ValueError as error:
        return Failure(0, block.game, "", problem=error)
    return reached(trial, goal, line)


def _options(moves: str) -> tuple[str, str]:
    if not moves.startswith("{"):
        return "", moves
    options, brace, rest = moves[1:].partition("}")
    if not brace:
        raise BadText("unclosed_options", text=moves)
    return options, rest


def _seen(trial: Trial, words: list[str]) -> str | None:
    """None if the check holds; what is seen instead, if it does not."""
    game, state = trial.game, trial.state
    name, rest = words[0], words[1:]
    if re.fullmatch(r"[+-]\d+|0", name):
        seat = trial.seat or 0
        gained = game.notation.tally(state, seat) - game.notation.tally(trial.first, seat)
        return None if gained == int(name) else f"{gained:+d}"
    match name:
        case "refused":
            seen = trial.refusal.code if trial.refusal else "legal"
            wanted = rest or [seen] * bool(trial.refusal and seen != "no_such_seat")  # mostly a slip of the pen
            return None if [seen] == wanted else seen
        case "legal" | "illegal" if rest:
            offered = _offered(game, state)
            for text in rest:
                game.notation.hear(SEAT.sub(r"\2", text))
            wrong = [text for text in rest if (text in offered) != (name == "legal")]
            return None if not wrong else " ".join(sorted(offered))
        case "to-move":
            seen = " ".join(f"P{seat + 1}" for seat in sorted(game.to_move(state)))
            return None if rest == seen.split() else f"to-move {seen}"
        case "over" | "wins" | "loses" | "tie":
            ended = _ended(trial)
            return None if name in ended else ended[-1]
    if rest and re.fullmatch(r"P[1-9]\d?", rest[0]):
        try:  # a check of one seat: `hand P1 …`
            found = game.notation.check(f"{name} {rest[0]}", state)
            return None if found == " ".join(rest[1:]) else f"{name} {rest[0]} {found}"
        except BadText:
            pass  # a check that tells seats: `dealer P1`
    found = game.notation.check(name, state)
    return None if found == " ".join(rest) else f"{name} {found}"


def _offered(game: Game[Any, Any, Any], state: Any) -> set[str]:
    """The legal moves of whoever may move; where several may, each with and without its seat."""
    movers = game.to_move(state)
    moves = [(seat, game.notation.say(move)) for seat in movers for move in game.legal(game.view(state, seat))]
    named = {f"P{seat + 1}:{move}" for seat, move in moves} if len(movers) > 1 else set()
    return named | {move for _, move in moves}


def _ended(trial: Trial) -> list[str]:
    outcome = trial.outcome
    if outcome is None:
        return ["goes on"]
    if outcome.won is not None:
        return ["over", "wins" if outcome.won else "loses"]
    if len(set(outcome.places)) == 1:
        return ["over", "tie"]
    return ["over", "wins" if outcome.places[trial.seat or 0] == 1 else "loses"]
