"""Lessons at a terminal: a step is shown with its position, moves are typed, and what comes of them is said."""

from collections.abc import Callable

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from septet.games.errors import BadText
from septet.games.game import IllegalMove, Move
from septet.games.pictures import LEARNER, Trial, checks_in
from septet.i18n import Words
from septet.study import trying
from septet.study.lessons import Course, LessonStep, answer, tried
from septet.terminal.play import PLAYED_HERE, SCREENS, Screen
from septet.terminal.racing import RacingScreen
from septet.terminal.talk import Talk


class LearnSession(Talk):
    """One course, step by step; nothing of it is kept."""

    def __init__(self, course: Course, t: Words, console: Console, ask: Callable[[str], str] = input) -> None:
        super().__init__(t, console, ask)
        self.course = course

    def run(self, number: int) -> None:
        """From this step on, until the last or until somebody has had enough."""
        while 1 <= number <= len(self.course.steps):
            going = LessonAttempt(self, number).run()
            if going == 0:
                return
            number = max(1, number + going)
        self.say(Text(self.t("learn.end", game=self.t(f"game.{self.course.game}")), style="bold"))


class LessonAttempt:
    """One step: the position as it is now, and what was done on it."""

    def __init__(self, session: LearnSession, number: int) -> None:
        self.session, self.number = session, number
        self.t, self.game = session.t, session.course.game
        self.begin()

    def begin(self) -> None:
        """Set the position up, for the first time or again."""
        self.step: LessonStep
        self.trial: Trial
        self.step, self.trial = tried(self.game, self.number, self.t.language)
        self.replies: list[tuple[int | None, Move]] = [(one.seat, one.move) for one in self.step.replies]
        self.moves = 0
        self.told: list[str] = []
        seats = len(self.trial.game.scores(self.trial.state))
        names = [self.t("play.you"), *self.t("book.names").split()[1:seats]]
        drawn = SCREENS[self.trial.game.family] if self.game in PLAYED_HERE else RacingScreen
        self.screen: Screen = drawn(self.trial.game, names[:seats], self.t)

    def run(self) -> int:
        """Until the goal is reached or left: how many steps to go on by; 0 ends the lesson."""
        self.introduce()
        while True:
            self.show()
            if self.reached:
                self.session.say(Text(f"{self.t('learn.reached')} {self.step.done}", style="bold green"))
                typed = self.session.read(f"{self.t('learn.go_on_key')} ")
                return {"q": 0, "<": -1}.get(typed, 1)
            if self.moves >= self.step.moves or not trying.offers(self.trial, LEARNER):
                self.session.say(Text(f"{self.t('learn.astray')} {self.t('learn.again_key')}", style="bold"))
            going = self.hear(self.session.read("> "))
            if going is not None:
                return going

    def introduce(self) -> None:
        session, t, steps = self.session, self.t, self.session.course.steps
        session.console.clear()
        place = t("learn.step", game=t(f"game.{self.game}").partition(" – ")[0], number=self.number, of=len(steps))
        session.say(Text(place, style="dim"))
        session.say(Text(self.step.title, style="bold"))
        session.say(Markdown(self.step.text))
        session.say(Text(t("learn.keys"), style="dim"))

    def show(self) -> None:
        """The table, what has happened, and what may be typed."""
        view = self.trial.game.view(self.trial.state, LEARNER)
        console = self.session.console
        console.print(self.screen.board(view, running=self.trial.outcome is None), no_wrap=True, crop=True)
        if self.told:
            self.session.say(Text("\n".join(self.told)))
        self.told = []
        if not self.reached and trying.offers(self.trial, LEARNER):
            console.print(self.screen.prompt(view))

    @property
    def reached(self) -> bool:
        return self.moves > 0 and trying.holds(self.trial, checks_in(self.step.goal), LEARNER, self.step.goal)

    def hear(self, typed: str) -> int | None:
        """Do what was typed; a number if that leaves the step."""
        match typed.lower():
            case "q":
                return 0
            case ">":
                return 1
            case "<":
                return -1
            case "?":
                self.told = [self.step.hint]
            case ".":
                self.begin()
            case "!":
                self.begin()
                for one in answer(self.game, self.number):
                    self.play(one.move)
                told = self.told
                self.begin()
                self.told = [*told, self.t("learn.shown")]
            case _:
                self.try_out(typed)
        return None

    def try_out(self, typed: str) -> None:
        view = self.trial.game.view(self.trial.state, LEARNER)
        try:
            move = self.screen.hear(view, typed)
        except BadText as error:
            self.told = [self.t.refusal(error)]
        except IllegalMove as refusal:
            self.told = [self.t.refusal(refusal)]
        else:
            if move is not None:
                self.play(move)

    def play(self, move: Move) -> None:
        """Make a move of the learner, and what the others reply to it."""
        self.trial.play(LEARNER, move)
        if refusal := self.trial.refusal:
            self.trial.refusal = None
            self.told = [self.t.refusal(refusal)]
            return
        self.moves += 1
        self.tell()
        while self.trial.replied(self.replies):
            self.tell()

    def tell(self) -> None:
        if last := trying.told(self.trial, LEARNER):
            self.told.append(self.screen.tell(last))
