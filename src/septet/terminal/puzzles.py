"""Puzzles at a terminal: a position, a question, and steps that are typed; then the solution."""

from collections.abc import Iterator
from copy import copy
from typing import Any, Protocol

import msgspec
from rich.padding import Padding
from rich.text import Text

from septet.games import GAMES
from septet.games.errors import BadText
from septet.games.game import Gain, Game, IllegalMove, Move, Seat
from septet.games.pictures import Trial
from septet.games.setgame.cards import card_from
from septet.i18n import Words
from septet.puzzles.judging import go, position
from septet.puzzles.puzzle import KINDS, ByMove, ByNone, BySeat, BySet, FirstStep, Going, Line, Puzzle, Step
from septet.puzzles.written import by_move, by_set
from septet.terminal.play import PLAYED_HERE, SCREENS, Screen
from septet.terminal.racing import RacingScreen
from septet.terminal.setgame import LETTERS, STYLES, symbols
from septet.terminal.talk import Talk
from septet.terminal.telling import told_moves

TOLD = 5  # first steps whose worth is told
SHARE = 100
SORTS = {"set-six": "set", "set-any": "any", "coopset-packing": "set", "chipset-pot": "seat"}  # else a move


class StepRefused(Exception):
    """A step that may not be made, in words; it counts for nothing."""


class Posed(Protocol):
    """A puzzle that somebody is asked, wherever it lies."""

    kind: str
    game: str
    seat: Seat
    seats: int
    steps: list[Step]  # that were right
    head: str
    told: str | None  # instead of the solution, where that is told later
    begun: Trial | None  # where it begins, if that lies here

    def view(self) -> Any:
        """What the seat sees after the steps so far."""

    def step(self, step: Step) -> Going:
        """What comes of it; raises StepRefused, and BadText or IllegalMove."""

    def give_up(self) -> Going: ...

    def solution(self) -> tuple[tuple[Line, ...], tuple[FirstStep, ...]]:
        """Every right line, and what first steps bring; when it is over."""


class PosedHere:
    """A puzzle that lies here with its solution."""

    told: str | None = None

    def __init__(self, puzzle: Puzzle, t: Words) -> None:
        self.puzzle, self.kind, self.game, self.seat = puzzle, puzzle.kind, puzzle.game, puzzle.seat
        self.begun: Trial | None = position(puzzle)
        self.trial = position(puzzle)
        self.seats = len(self.trial.game.scores(self.trial.state))
        self.steps: list[Step] = []
        name = t(f"puzzle.kind.{puzzle.kind}")
        self.head = t("puzzle.cli.head", kind=name, id=puzzle.id, level=round(puzzle.level))

    def view(self) -> Any:
        return self.trial.game.view(self.trial.state, self.seat)

    def step(self, step: Step) -> Going:
        going = go(self.puzzle, [*self.steps, step])
        if going.status != "failed":
            self.steps = list(going.steps)
            self.trial = position(self.puzzle, self.steps)
        return going

    def give_up(self) -> Going:
        return Going(status="failed", steps=tuple(self.steps))

    def solution(self) -> tuple[tuple[Line, ...], tuple[FirstStep, ...]]:
        return self.puzzle.right, self.puzzle.proof


class PuzzleSession(Talk):
    """Puzzles one after the other; nothing of it is kept."""

    def run(self, puzzles: Iterator[Puzzle]) -> tuple[int, int]:
        """Until there are no more, or somebody has had enough: how many were solved, and of how many."""
        solved = tried = 0
        for puzzle in puzzles:
            going = TerminalPuzzle(self, PosedHere(puzzle, self.t)).run()
            if going is None:
                break
            tried += 1
            solved += going.status == "solved"
            if self.read(f"{self.t('puzzle.cli.next')} ").lower() == "q":
                break
        return solved, tried


class TerminalPuzzle:
    """One puzzle, step by step."""

    def __init__(self, session: PuzzleSession, puzzle: Posed) -> None:
        self.session, self.puzzle, self.t = session, puzzle, session.t
        others = self.t("book.names").split()
        self.names = [self.t("play.you") if seat == puzzle.seat else others[seat] for seat in range(puzzle.seats)]
        if puzzle.kind == "chipset-pot":  # nobody is asked to play
            self.names = others[: puzzle.seats]
        game = GAMES[puzzle.game]
        drawn = SCREENS[game.family] if puzzle.game in PLAYED_HERE else RacingScreen
        self.screen: Screen = drawn(silent(game), self.names, self.t)

    def run(self) -> Going | None:
        """Until it is solved or failed; None if somebody leaves."""
        t, puzzle = self.t, self.puzzle
        self.session.say(Text(puzzle.head, style="dim"))
        self.session.say(Text(t(f"puzzle.ask.{puzzle.kind}"), style="bold"))
        going = Going(status="open")
        while going.status == "open":
            self.show()
            typed = self.session.read("> ")
            match typed.lower():
                case "q":
                    return None
                case "!":
                    going = puzzle.give_up()
                case _:
                    going = self.hear(typed) or going
        key = "puzzle.cli.solved" if going.status == "solved" else "puzzle.cli.failed"
        self.session.say(Text(t(key), style="bold green" if going.status == "solved" else "bold"))
        for line in self.solution():
            self.session.say(Padding(line.strip(), (0, 0, 0, len(line) - len(line.lstrip()))))
        return going

    def show(self) -> None:
        view = self.puzzle.view()
        self.session.console.print(self.screen.board(view), no_wrap=True, crop=True)
        if self.puzzle.kind == "chipset-pot":
            self.session.console.print(self.hands(view))
        found = [step for step in self.puzzle.steps if isinstance(step, BySet)]
        if found:
            told = self.t("puzzle.cli.found", n=len(found), sets=" · ".join(" ".join(one.cards) for one in found))
            self.session.say(Text(told))
        if self.sort() == "move":
            self.session.console.print(self.screen.prompt(view))
        else:
            self.session.say(Text(self.t(f"puzzle.cli.keys.{self.sort()}"), style="dim"))
        last = "puzzle.cli.keys.leave" if self.puzzle.told is None else "daily.cli.keys"
        self.session.say(Text(self.t(last), style="dim"))

    def sort(self) -> str:
        """What is to be typed here."""
        return SORTS.get(self.puzzle.kind, "move")

    def hands(self, view: Any) -> Text:
        """All hands, open."""
        text = Text()
        for seat in sorted(view.live):
            text.append(f"  {seat + 1}: {self.names[seat]:<12} ", "bold")
            for card in view.backs[seat]:
                text.append(f" {symbols(card)}", f"bold {STYLES[card[1]]}").append(f" {card} ", "dim")
            text.append("\n")
        return text

    def hear(self, typed: str) -> Going | None:
        """What came of it; None if it was not understood, or is not possible."""
        try:
            step = self.understood(typed)
            if step is None:
                return None
            return self.puzzle.step(step)
        except (BadText, IllegalMove) as refusal:
            self.session.say(Text(self.t.refusal(refusal), style="italic"))
        except StepRefused as refusal:
            self.session.say(Text(str(refusal), style="italic"))
        return None

    def understood(self, typed: str) -> Step | None:
        view = self.puzzle.view()
        match self.sort():
            case "seat":
                if not typed.isdecimal():
                    raise BadText("unknown_move", text=typed)
                return BySeat(int(typed) - 1)
            case "any" if typed == "-":
                return ByNone()
            case "any" | "set":
                return by_set(self.cards(view, typed))
        move: Move | None = self.screen.hear(view, typed)
        return None if move is None else by_move(move)

    def cards(self, view: Any, typed: str) -> tuple[str, ...]:
        """Three letters of the table, or three cards by their names."""
        at = dict(zip(LETTERS, view.slots, strict=False))
        words = typed.replace(",", " ").split()
        letters = "".join(words)
        chosen = (
            tuple(at[one] for one in letters)
            if len(letters) == 3 and all(at.get(one) for one in letters)
            else tuple(card_from(word) for word in words)
        )
        if len(chosen) != 3:
            raise BadText("unknown_move", text=typed)
        return chosen

    def solution(self) -> Iterator[str]:
        """Every right line, and what the best of the other first steps would have brought."""
        t, puzzle = self.t, self.puzzle
        if puzzle.told is not None:
            yield puzzle.told
            return
        right, proof = puzzle.solution()
        yield t("puzzle.cli.solution", n=len(right))
        for line in right:
            yield f"  {self.told(line, seen=True)}"
        unit = KINDS[puzzle.kind].unit
        if unit == "win" or len(proof) < 2:
            return
        yield t("puzzle.cli.first_steps")
        for one in proof[:TOLD]:
            yield f"  {worth_in_words(t, unit, one.worth, one.error)} – {self.told((one.step,), seen=False)}"

    def told(self, line: Line, *, seen: bool) -> str:
        begun = self.puzzle.begun
        if begun and isinstance(line[0], ByMove):
            moves = [step.move for step in line if isinstance(step, ByMove)]
            return told_moves(self.screen, begun.game, begun.state, self.puzzle.seat, moves, seen=seen)
        words = []
        for step in line:
            match step:
                case BySeat(seat):
                    words.append(self.names[seat])
                case BySet(cards):
                    words.append(" ".join(cards))
                case _:
                    words.append(self.t("puzzle.cli.none"))
        return " · ".join(words)


def silent(game: Game[Any, Any, Any]) -> Game[Any, Any, Any]:
    """The same game, that does not tell beforehand what a move would bring: that is what is asked."""
    quiet = copy(game)
    quiet.preview = lambda view, move: Gain()  # type: ignore[method-assign]
    return quiet


def worth_in_words(t: Words, unit: str, worth: float, error: float = 0.0) -> str:
    if unit == "share":
        off = f" ± {1.96 * SHARE * error:.1f}" if error else ""
        return t("puzzle.worth.share", n=round(SHARE * worth)) + (off if t.language == "en" else off.replace(".", ","))
    return t(f"puzzle.worth.{unit}", n=round(worth), value=f"{round(worth)}".replace("-", "−"))


def as_json(puzzle: Puzzle, going: Going | None = None) -> bytes:
    """What a program may know of a puzzle: all of it but what lies face down is in `view`, and the solution only when
    it is over."""
    trial = position(puzzle, going.steps if going and going.status != "failed" else ())
    over = going is not None and going.status != "open"
    told = {
        "id": puzzle.id,
        "kind": puzzle.kind,
        "game": puzzle.game,
        "level": puzzle.level,
        "themes": puzzle.themes,
        "seat": puzzle.seat,
        "status": going.status if going else "open",
        "steps": going.steps if going else (),
        "view": trial.game.view(trial.state, puzzle.seat),
        **({"right": puzzle.right, "worth": puzzle.worth, "proof": puzzle.proof} if over else {}),
    }
    return msgspec.json.encode(told)
