"""A game at one terminal: people and bots take turns, every move is saved, nothing is lost."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal, Protocol, cast

from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from septet.bots import engines, sit
from septet.bots.bot import Mind
from septet.bots.engine import COMPILES
from septet.bots.failing import BotFailed, plan_of, refused
from septet.bots.hints import hint
from septet.bots.hints.hint import Degree
from septet.games.errors import BadText
from septet.games.game import Game, IllegalMove, Move, Outcome, Resign, Seat, TableMove, Undo, tag_of
from septet.games.log import Log, write
from septet.i18n import Words
from septet.terminal.clock import TerminalClock
from septet.terminal.sep import SepScreen
from septet.terminal.sepmosa import SepmosaScreen
from septet.terminal.setgame import SetScreen

SCREENS: dict[str, Callable[[Any, Sequence[str], Words], "Screen"]] = {  # by family
    "sep": SepScreen,
    "sepmosa": SepmosaScreen,
    "setgame": SetScreen,
}
PLAYED_HERE = ("sep", "sep-solo", "sepmosa", "set-quick", "set-solo", "coopset")  # the others need a table in real time
WIDE = 124  # columns from which the moves so far stand beside the table
RECENT = 6  # moves told below the table
LOADING = 3.0  # seconds that a bot may take to come, before the game begins without all that it can


class Screen(Protocol):
    """How a game looks in a terminal: it draws a view, tells what happened, and understands what is typed."""

    names: Sequence[str]

    def board(self, view: Any, *, running: bool = True) -> Text: ...
    def prompt(self, view: Any) -> Text: ...
    def information(self, view: Any, people: int) -> str: ...
    def tell(self, last: Any) -> str: ...
    def hear(self, view: Any, typed: str) -> Move | None:
        """The move that was typed; None if something was only looked at or chosen."""
        ...


class Quit(Exception):
    """The player has left the table; the game is saved."""


class TerminalSession:
    """One game, its screen, and where it is saved."""

    def __init__(
        self,
        log: Log,
        file: Path,
        t: Words,
        console: Console,
        *,
        confirm: bool = False,
        ask: Callable[[str], str] = input,
        bot: str | None = None,
    ) -> None:
        self.log, self.file, self.t, self.console, self.ask = log, file, t, console, ask
        self.confirm = confirm  # wait before a bot answers, so that a move can be taken back
        self.bot = bot  # who plays for the bot of the record, if another one does
        names = log.names
        self.screen = SCREENS[log.game.family](log.game, names, t)
        self.names = names
        self.minds: dict[Seat, Mind] = {}
        for seat, sitter in enumerate(log.header.seats):
            if sitter.bot:
                rng = random.Random(f"{log.header.commitment}/{seat}/{len(log.entries)}")
                self.minds[seat] = sit(log.game.name, bot or sitter.bot, seat, rng)
        self.people = [seat for seat in range(len(names)) if seat not in self.minds]
        self.at_screen: Seat | None = self.people[0] if len(self.people) == 1 else None
        self.helped: tuple[int, Degree | Literal[0]] = -1, 0  # after how many moves, and how far
        self.clock = TerminalClock(log)
        self.notice = ""

    def let_load(self) -> None:
        """Give its bots a moment to come, and say for whom one waits."""
        for sitter in self.log.header.seats:
            for engine in engines(self.log.game.name, [self.bot or sitter.bot] if sitter.bot else []):
                self.console.print(self.t("play.loading", bot=sitter.name))
                engine.wait_for(LOADING)

    def warming_up(self) -> str:
        """Who is not ready yet to play as well as it can, if somebody is not."""
        game, sitters = self.log.game.name, [sitter for sitter in self.log.header.seats if sitter.bot]
        slow = [one.name for one in sitters for engine in engines(game, [self.bot or one.bot or ""]) if engine.at_work]
        return self.t("play.compiling", bot=slow[0]) if slow else ""

    def run(self) -> Outcome:
        """Play until the game is over."""
        self.save()
        self.let_load()
        while (outcome := self.log.outcome) is None:
            movers = self.log.game.to_move(self.log.table.state)
            if not movers:
                self.show(self.at_screen, Text())
                self.clock.wait()
                self.clock.run_out()
                continue
            (seat,) = movers
            if seat in self.minds:
                asked = self.confirm and self.last_mover() is not None
                if asked and self.taken_back(self.at_screen, Text(self.t("play.go_on"), style="bold")):
                    continue
                self.bot_moves(seat)
                self.save()
            else:
                self.turn(seat)
        self.at_screen = self.at_screen if len(self.people) == 1 else None
        self.show(self.at_screen, self.ended(outcome))
        return outcome

    def bot_moves(self, seat: Seat) -> None:
        """Its next move; raises BotFailed."""
        name = self.bot or self.log.header.seats[seat].bot or ""
        try:
            plan = plan_of(self.minds[seat], self.log.view(seat), self.clock.at())
            if plan is None:
                raise BotFailed("no_plan", given=repr(plan))
            self.log.play(seat, plan.move, self.clock.at())
        except BotFailed as failed:
            raise failed.by(name) from failed.__cause__
        except IllegalMove as refusal:
            raise refused(self.log.game, refusal.move, refusal).by(name) from refusal

    def save(self) -> None:
        """Write the record beside the old one, then put it in its place: a crash leaves one of the two."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        draft = self.file.with_suffix(".new")
        draft.write_bytes(write(self.log))
        draft.replace(self.file)

    def turn(self, seat: Seat) -> None:
        """Ask a person for one move, or do what else was asked."""
        if self.at_screen != seat:
            self.hand_over(seat)
            return
        view = self.log.view(seat)
        self.show(seat, self.screen.prompt(view))
        self.clock.look()
        typed = self.read("> ")
        self.notice = ""
        self.clock.run_out()
        if self.log.outcome:
            self.save()
            return
        match typed.lower():
            case "?" | "help":
                self.notice = self.t.of(self.log.game.family, "play.help", game=self.log.game.name)
            case "??":
                self.hint(seat, view)
            case "i":
                self.notice = self.screen.information(view, len(self.people))
            case "u":
                self.undo(seat)
            case "q":
                raise Quit
            case "x":
                if self.read(self.t("play.sure") + " ").lower()[:1] == self.t("play.yes_letter"):
                    self.log.play(seat, Resign(), self.clock.at())
            case _:
                try:
                    move = self.screen.hear(view, typed)
                    if move is not None:
                        self.log.play(seat, move, self.clock.at())
                except BadText as error:
                    self.notice = self.t.refusal(error) + "\n" + self.t("play.try_help")
                except IllegalMove as refusal:
                    self.notice = self.t.refusal(refusal)
        self.save()

    def hint(self, seat: Seat, view: Any) -> None:
        """More with every question about the same position: where to look, which card, which move and why."""
        if len(self.people) > 1:
            self.notice = self.t("table.no_hints_people")
            return
        position, degree = self.helped
        degree = cast(Degree, min(3, degree + 1) if position == len(self.log.entries) else 1)
        if engines(self.log.game.name, ["expert"] if COMPILES else []):
            self.console.print(self.t("play.thinking"))
        found = hint(self.log.game.name, view)
        self.notice = (
            found.part(degree).words(self.log.game.family, self.t.of) if found else self.t("table.no_hint_now")
        )
        if found and self.helped != (len(self.log.entries), degree):
            self.helped = len(self.log.entries), degree
            self.log.helped(seat, degree)
            self.save()

    def hand_over(self, seat: Seat) -> None:
        """Two people at one screen: nobody sees the other's hand."""
        if not self.taken_back(None, Text(self.t("play.hand_over", name=self.names[seat]), style="bold")):
            self.at_screen = seat

    def taken_back(self, shown: Seat | None, words: Text) -> bool:
        """Wait for Enter; has the person who moved last taken that move back instead?"""
        while True:
            self.show(shown, words)
            typed = self.read("").lower()
            self.notice = ""
            mover = self.last_mover()
            if typed == "q":
                raise Quit
            if typed != "u" or mover is None:
                return False
            if self.undo(mover):
                self.save()
                return True

    def last_mover(self) -> Seat | None:
        """The person who made the last move that still stands, if it was a person."""
        line = self.log.line()
        seat = self.log.entries[line[-1]].seat if line else None
        return None if seat in self.minds else seat

    def read(self, prompt: str) -> str:
        try:
            return self.ask(prompt).strip()
        except EOFError:
            raise Quit from None

    def undo(self, seat: Seat) -> bool:
        """Back to this seat's last decision, if that takes back nothing that showed it a new card."""
        mine = [number for number in self.log.line() if self.log.entries[number].seat == seat]
        if not mine:
            self.notice = self.t("play.nothing_to_undo")
        elif not self.log.may_undo(seat, mine[-1]):
            news = self.log.news(seat, mine[-1])
            only_answers = news and all(one.startswith("answer ") for one in news)
            self.notice = self.t("play.answered" if only_answers else "play.no_undo")
        else:
            self.log.play(seat, Undo(mine[-1]), self.clock.at())
            return True
        return False

    def show(self, seat: Seat | None, below: Text) -> None:
        self.console.clear()
        board = self.screen.board(self.log.game.view(self.log.table.state, seat), running=self.log.outcome is None)
        wide = self.console.width >= WIDE
        if wide:
            grid = Grid.grid(padding=(0, 2))
            grid.add_column(width=80, no_wrap=True)
            grid.add_column()
            height = board.plain.count("\n") + 1
            grid.add_row(board, Text("\n".join(self.told(seat, height)), style="dim", overflow="fold"))
            self.console.print(grid)
        else:
            self.console.print(board, no_wrap=True, crop=True)
            needed = max(map(len, board.plain.splitlines()), default=0)
            if self.console.width < needed:
                self.console.print(Text(self.t("play.narrow", columns=needed, have=self.console.width), style="bold"))
        told = self.told(seat, 3 if wide else RECENT)
        room = max(1, self.console.height - board.plain.count("\n") - below.plain.count("\n") - 5)
        if warming := self.warming_up():
            room = max(1, room - 1)
            self.console.print(Padding(Text(warming, style="italic dim"), (0, 2)))
        if self.notice:
            self.console.print(Padding(Text(self.notice, style="italic"), (0, 2)))
        else:
            self.console.print(Padding(Text("\n".join(told[-room:])), (0, 2)))
        self.console.print(below)

    def told(self, seat: Seat | None, most: int) -> list[str]:
        """The last moves in words, as this seat saw them."""
        return [self.tell(number, seat) for number in self.log.line()[-most:]]

    def tell(self, number: int, seat: Seat | None) -> str:
        entry = self.log.entries[number]
        if isinstance(entry.move, TableMove):
            name = self.names[entry.seat] if entry.seat is not None else ""
            return self.t(f"table_move.{tag_of(entry.move)}", name=name)
        return self.screen.tell(self.log.game.view(self.log.tables[number + 1].state, seat).last)

    def ended(self, outcome: Outcome) -> Text:
        """Who won, and how anybody can check the deal."""
        t = self.t
        text = Text(result_of(self.log.game, outcome, self.names, t), style="bold")
        text.append("\n" + t("end.verify", file=str(self.file)), "not bold dim")
        return text


def result_of(game: Game[Any, Any, Any], outcome: Outcome, names: Sequence[str], t: Words) -> str:
    """Who won, how, and what everybody has."""
    if outcome.won is not None:
        result = t("end.won" if outcome.won else "end.lost", score=outcome.scores[0])
    elif len(set(outcome.places)) == 1:
        result = t("end.tie")
    else:
        first = [name for name, place in zip(names, outcome.places, strict=True) if place == 1]
        result = t.of(game.family, "end.winner", name=", ".join(first))
    told = f"{result} {t.of(game.family, f'ending.{outcome.reason}')}"
    if len(outcome.scores) > 1:
        told += "\n" + " · ".join(f"{name} {score}" for name, score in zip(names, outcome.scores, strict=True))
    return told
