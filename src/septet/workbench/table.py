"""A table to play at from a program: `septet.deal("sep", seed=7)`.

Moves are written in the notation of the games, as in pictures and records: `table.play("d 5H@b")`.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from septet import images
from septet.bots import prepare, sit
from septet.bots.bot import Mind
from septet.bots.failing import BotFailed, plan_of, refused
from septet.bots.own import OWN
from septet.games.errors import BadText
from septet.games.game import Game, IllegalMove, Move, Outcome, Seat, TableMove, Timeout, tag_of
from septet.games.log import Log, Sitter, write
from septet.games.options import from_record
from septet.games.pictures import CLOCK, SEAT, Trial
from septet.games.timers import Due, first, going_on
from septet.i18n import Words
from septet.images.sheet import sheet
from septet.workbench.asking import AnyBot, NotPossible, bot_of
from septet.workbench.drawing import TablePicture

SHOWN = 12  # moves that are named where one was refused
Seated = Mapping[Seat, tuple[str, Mind]]  # bots by seat: what each is called, and the mind that watches


class DealtTable:
    """A game as it is played: seats count from 0, and whoever holds the table makes every move that no bot makes.

    A notebook shows it as the browser draws it, `print` as text. What is refused changes nothing.
    """

    def __init__(self, log: Log, words: Words) -> None:
        self._log, self._t = log, words
        self._bots: dict[Seat, tuple[str, Mind]] = {}
        self._now = log.entries[-1].at if log.entries else 0
        self._due: Due = going_on({}, self.game.timers(self.state), self._now)

    # What there is

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The rules, for whoever wants to go deeper: `table.game.legal(table.view(0))` are moves as objects."""
        return self._log.game

    @property
    def state(self) -> Any:
        """All there is, hidden cards included."""
        return self._log.table.state

    @property
    def options(self) -> Any:
        """The house rules."""
        return from_record(self.game.Options, self._log.header.options)

    @property
    def seats(self) -> int:
        """How many sit here."""
        return len(self.scores)

    @property
    def scores(self) -> tuple[int, ...]:
        """What each seat has so far."""
        return self.game.scores(self.state)

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """Who may move now: nobody once the game is over, several where all are after the same cards."""
        return () if self.outcome else tuple(sorted(self.game.to_move(self.state)))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended: places, scores and the reason; None while it goes on."""
        return self._log.outcome

    @property
    def moves(self) -> tuple[str, ...]:
        """Every move so far, as `play` takes it: a fresh deal from the same seed plays them all again."""
        return tuple(self._said(number) for number in range(len(self._log.entries)))

    def legal(self, seat: Seat | None = None) -> list[str]:
        """What may be tried now, as `play` takes it; of one seat, or of all that may move.

        In CoopSet any three cards may be tried, and the rules refuse those that are no set.
        """
        movers = self.to_move
        asked = movers if seat is None else (self._seat(seat),)
        prefix = len(movers) > 1
        return [self._of(one, move, prefix) for one in asked if one in movers for move in self._legal(one)]

    def view(self, seat: Seat | None) -> Any:
        """What a seat sees and could remember, and nothing else; None is somebody who only watches."""
        return self._log.view(None if seat is None else self._seat(seat))

    def picture(self, seat: Seat | None = None, *, theme: str = "light", palette: str = "classic") -> TablePicture:
        """The table as the browser draws it: as one seat sees it, or with the hands open of all whom no bot plays for.

        `theme` is light or dark, `palette` that of SET: classic, clear or grey. Where the web app was not built there
        are no cards to draw with: then it raises `septet.images.NoSheet`.
        """
        themes, palettes = sheet().colours, sheet().layouts.setgame.palettes
        for name, given, known in (("theme", theme, themes), ("palette", palette, palettes)):
            if given not in known:
                raise NotPossible(f"{name}={given!r}: {', '.join(known)}")
        people = [one for one in range(self.seats) if one not in self._bots] or list(range(self.seats))
        views = [self.game.view(self.state, one) for one in (people if seat is None else [self._seat(seat)])]
        drawn = images.svg(self.game, views, self._log.names, language=self._t.language, theme=theme, palette=palette)
        return TablePicture(drawn)

    def text(self) -> str:
        """The position as text, see docs/pictures.md; `septet.position` reads it."""
        return "\n".join(self.game.notation.picture(self.state))

    def record(self) -> bytes:
        """The game as a record: JSON lines that `septet replay`, `septet verify`, the page and `septet.read` take."""
        return write(self._log)

    # What is done

    def play(self, moves: str | Move, seat: Seat | None = None) -> "DealtTable":
        """Make a move, or several with spaces between them: all of them, or none if one is refused.

        Whoever is to move makes them; where several may, a move says whose it is: "P2:call" is that of the second
        seat, and `seat` stands for all that do not say. "T:timeout" lets a timer run out. Seats with bots answer
        afterwards.
        """
        with self._all_or_nothing():
            given: Sequence[str | Move] = moves.split() if isinstance(moves, str) else [moves]
            if not given:
                raise self._refused("", self._t("python.no_move"))
            for number, one in enumerate(given):
                self._make(one, None if seat is None else self._seat(seat))
                if self._bots or number == len(given) - 1:
                    self._answered()
        return self

    def undo(self, moves: int = 1) -> "DealtTable":
        """Take moves back, the last one first, with all that bots and timers have answered: as if never played."""
        line, others = self._log.line(), {None, *self._bots}
        own = [number for number in line if self._log.entries[number].seat not in others]
        if not own:
            raise NotPossible(self._t("play.nothing_to_undo"))
        if not 1 <= moves <= len(own):
            raise NotPossible(self._t("python.undo", moves=moves, most=len(own)))
        self._log = self._log.until(own[-moves])
        self._now = self._log.entries[-1].at if self._log.entries else 0
        self._due = going_on({}, self.game.timers(self.state), self._now)
        return self

    def copy(self) -> "DealtTable":
        """The same table once more, to try something on; bots sit down there anew."""
        other = DealtTable(self._log.until(len(self._log.entries)), self._t)
        other._now, other._due = self._now, dict(self._due)
        other._bots.update((seat, (bot, other._mind(seat, bot))) for seat, (bot, _) in self._bots.items())
        return other

    def sit(self, seat: Seat, bot: AnyBot) -> "DealtTable":
        """Let a bot have a seat: from now on it answers by itself. A name, "FILE.py:NAME", a class or an object."""
        name, place = bot_of(self.game, bot, self._t), self._seat(seat)
        prepare(self.game.name, [name])
        with self._all_or_nothing():
            self._bots = {**self._bots, place: (name, self._mind(place, name))}
            sitters = list(self._log.header.seats)
            sitters[place] = Sitter(self._title(name), name)
            self._log.header = msgspec.structs.replace(self._log.header, seats=tuple(sitters))
            self._answered()
        return self

    def let(self, bot: AnyBot, moves: int = 1) -> "DealtTable":
        """Let a bot make the next moves, one unless said otherwise, for whoever may move and is no bot yet."""
        bots = self._everywhere([bot])
        with self._all_or_nothing():
            while moves > 0 and not self.outcome:
                moves -= self._step(bots) is not None
            self._answered()
        return self

    def finish(self, *bots: AnyBot) -> "DealtTable":
        """Let bots play the game to its end: one for everybody, or one for each seat; those who sit here stay."""
        everywhere = self._everywhere(bots)
        with self._all_or_nothing():
            while not self.outcome:
                self._step(everywhere)
        return self

    def wait(self, seconds: float | None = None) -> "DealtTable":
        """Let time pass, for bots who watch and timers that run; without a number, until something happens."""
        self._running()
        end = None if seconds is None else self._now + round(seconds * 1_000)
        with self._all_or_nothing():
            while not self.outcome and self._happens(self._bots, end) and end is not None:
                pass
            self._now = max(self._now, end or 0)
        return self

    # How it looks

    def __repr__(self) -> str:
        name, moves = self.game.name, len(self._log.entries)
        if self.outcome:
            return f"<{name}, over after move {moves}: {self.outcome}>"
        return f"<{name}, after move {moves}, to move: {', '.join(map(str, self.to_move)) or 'nobody'}>"

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str | None:
        try:
            return self.picture()._repr_svg_()
        except images.NoSheet:
            return None  # the notebook falls back to what `repr` says

    # Inside

    def _seat(self, seat: Seat) -> Seat:
        if seat not in range(self.seats):
            raise NotPossible(self._t("python.seat", seat=seat, last=self.seats - 1))
        return seat

    def _running(self) -> None:
        if self.outcome:
            raise NotPossible(self._t("illegal.game_over"))

    def _legal(self, seat: Seat) -> tuple[Move, ...]:
        view = self._log.view(seat)
        return () if view is None else self.game.legal(view)

    def _of(self, seat: Seat, move: Move, prefix: bool) -> str:
        return f"P{seat + 1}:{self.game.notation.say(move)}" if prefix else self.game.notation.say(move)

    def _said(self, number: int) -> str:
        entry, before = self._log.entries[number], self._log.tables[number].state
        match entry.move:
            case Timeout(name, seat):
                return f"T:timeout={name}" + ("" if seat is None else f",P{seat + 1}")
            case move if isinstance(move, TableMove):
                return tag_of(move) if entry.seat is None else f"P{entry.seat + 1}:{tag_of(move)}"
        return self._of(entry.seat or 0, entry.move, self.game.to_move(before) != {entry.seat})

    def _make(self, given: str | Move, seat: Seat | None) -> None:
        text = given if isinstance(given, str) else repr(given)
        try:
            maker, move = self._understood(given, seat)
            if not isinstance(given, str):
                text = self.game.notation.say(move)
        except BadText as error:
            error.family = self.game.family
            raise self._refused("", self._t.refusal(error)) from None
        try:
            self._log.play(maker, move, self._now)
        except IllegalMove as refusal:
            raise self._refused(text, self._t.refusal(refusal)) from None
        self._due = going_on(self._due, self.game.timers(self.state), self._now)

    def _understood(self, given: str | Move, seat: Seat | None) -> tuple[Seat | None, Move]:
        movers = self.game.to_move(self.state)
        if isinstance(given, Move):
            if seat is None and len(movers) != 1:
                raise BadText("whose_move", text=self.game.notation.say(given))
            return (next(iter(movers)) if seat is None else seat), given
        if seat is not None and not SEAT.fullmatch(given) and not CLOCK.fullmatch(given):
            return seat, self.game.notation.hear(given)
        return Trial(self.game, self.state, self.state).understood(given)

    def _refused(self, move: str, why: str) -> NotPossible:
        """One line: what was asked for, why it cannot be, and what can."""
        possible, told = self.legal(), f"“{move}”: {why}" if move else why
        if not possible:
            return NotPossible(told)
        some, key = possible[:SHOWN], "python.possible" if len(possible) <= SHOWN else "python.possible_many"
        return NotPossible(f"{told} {self._t(key, moves=', '.join(some), all=len(possible))}")

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """If anything goes wrong, the table is as it was."""
        before = self._log, self._now, self._due, self._bots
        self._log = self._log.until(len(self._log.entries))
        try:
            yield
        except BaseException as error:
            self._log, self._now, self._due, self._bots = before
            if isinstance(error, BotFailed):
                raise NotPossible(self._t.refusal(error)) from error.__cause__
            raise

    # Bots

    def _title(self, bot: str) -> str:
        """What a bot is called at the table."""
        if bot in OWN:
            return bot.rpartition(":")[2].rpartition(".")[2]
        plain, _, level = bot.partition(":")
        return f"{self._t(f'bot.{plain}')} {level}".strip()

    def _mind(self, seat: Seat, bot: str) -> Mind:
        rng = random.Random(f"{self._log.header.commitment}/{seat}/{len(self._log.entries)}")
        return sit(self.game.name, bot, seat, rng)

    def _everywhere(self, bots: Sequence[AnyBot]) -> Seated:
        """Those who sit here, and the named ones on the other seats."""
        self._running()
        if len(bots) not in {1, self.seats} and (bots or len(self._bots) < self.seats):
            raise NotPossible(self._t("python.bots", bots=len(bots), seats=self.seats))
        names = [bot_of(self.game, bot, self._t) for bot in bots]
        prepare(self.game.name, names)
        each = names * self.seats if len(names) == 1 else names
        free = [seat for seat in range(self.seats) if seat not in self._bots]
        return {**{seat: (each[seat], self._mind(seat, each[seat])) for seat in free}, **self._bots}

    def _answered(self) -> None:
        """Bots answer, and timers run out, until somebody may move who is no bot."""
        while not self.outcome and not self._log.table.paused and not {*self.to_move} - self._bots.keys():
            self._step(self._bots)

    def _step(self, bots: Seated) -> Seat | None:
        """The next thing that happens; whose move it was, or None for a timer. Something has to."""
        before = len(self._log.entries)
        if not self._happens(bots, None):
            raise BotFailed("no_plan", given=repr(None)).by(bots[self.to_move[0]][0])
        return self._log.entries[before].seat

    def _happens(self, bots: Seated, until: int | None) -> bool:
        """Let the first thing happen that is planned or due; is there any, up to that time?"""
        coming: list[tuple[int, Seat | None, Move]] = []
        for seat, (name, mind) in bots.items():
            try:
                plan = plan_of(mind, self._log.view(seat), self._now)
            except BotFailed as failed:
                raise failed.by(name) from failed.__cause__
            if plan:
                coming.append((self._now + plan.after_ms, seat, plan.move))
        if out := first(self._due):
            coming.append((out[0], None, Timeout(out[1].name, out[1].seat)))
        if not coming:
            return False
        at, maker, move = min(coming, key=lambda one: (one[0], one[1] is None, one[1] or 0))
        if until is not None and at > until:
            return False
        self._now = max(self._now, at)
        try:
            self._log.play(maker, move, self._now)
        except IllegalMove as refusal:
            raise refused(self.game, move, refusal).by(bots[maker][0] if maker is not None else "") from refusal
        self._due = going_on(self._due, self.game.timers(self.state), self._now)
        return True
