"""How SEPMOSA looks in a terminal, and what a player may type."""

import re
from collections.abc import Sequence

from rich.text import Text

from septet.games.game import Game, Seat, Why, tag_of
from septet.games.sepmosa.cells import JOKER, ROWS, cell_at
from septet.games.sepmosa.mosaic import ROW
from septet.games.sepmosa.moves import MosaicMove, Place, Remove, RemoveThree, SetAside, Shift
from septet.games.sepmosa.points import PASS
from septet.games.sepmosa.rules import Sepmosa
from septet.games.sepmosa.state import FULL, Last, State
from septet.games.sepmosa.text import extent, tiles_text
from septet.games.sepmosa.tiles import HIDDEN, NUMBER_TILES
from septet.games.sepmosa.view import View, unseen_tiles
from septet.i18n import Words
from septet.terminal.sepmosa_choice import TileChoice

ACCENT = "yellow"
TILE_STYLES = {"K": "white on grey23", "R": "white on red", "B": "white on blue", "O": "black on dark_orange"}
FLOAT_STYLES = {"K": "dim", "R": "dim red", "B": "dim blue", "O": "dim dark_orange"}
BAND = 18  # columns beside each other; a wider mosaic goes on below
LINE = 78  # columns that a list of moves may fill
SHOWN = 6  # moves named for each tile of the rack
LISTED = 8  # scoring moves told in full for the chosen tile


class SepmosaScreen:
    """Draws a view, tells what happened, and understands what is typed; a tile may be chosen before its cell."""

    def __init__(self, game: Game[State, MosaicMove, View], names: Sequence[str], t: Words) -> None:
        self.game = game
        self.names = names
        self.t = t
        self.choice = TileChoice(game)

    def board(self, view: View, *, running: bool = True) -> Text:
        """The whole table: the opponent above, the mosaic, the piles, and the rack below."""
        me = view.seat if view.seat is not None else 0
        turn = view.mover if running and not view.ending else None
        above, below = self.player(view, 1 - me, turn == 1 - me), self.player(view, me, turn == me)
        return Text("\n").join([self.title(view), above, *self.mosaic(view), self.piles(view), below])

    def title(self, view: View) -> Text:
        words = [
            self.t("game.sepmosa"),
            self.t("sepmosa.turn", turn=view.moves + (not view.ending)),
            self.t("sepmosa.target", target=view.options.target),
        ]
        return Text(" · ".join(words), style="bold")

    def player(self, view: View, seat: Seat, turn: bool) -> Text:
        text = Text()
        text.append("▶ " if turn else "  ", ACCENT)
        text.append(f"{self.names[seat]:<12} ", "bold")
        score = view.scores[seat]
        text.append(self.t("sepmosa.score", n=abs(score), score=f"{score}".replace("-", "−")), ACCENT)
        if seat == view.seat:
            text.append("  ")
            for number, tile in enumerate(view.rack, start=1):
                text.append(f" {number}:" if turn else " ", "dim").append(f"{tile:^4}", TILE_STYLES[tile[0]])
        else:
            text.append("   " + self.t("sepmosa.holds", n=view.racks[seat]), "dim")
        return text

    def mosaic(self, view: View) -> list[Text]:
        """The part in use and one cell more, with the legal cells of the chosen tile."""
        rows, columns = extent(view.mosaic, margin=1)
        marks = self.marks(view)
        lines = []
        for start in range(columns.start, columns.stop, BAND):
            band = range(start, min(columns.stop, start + BAND))
            lines.append(
                Text(" " * 6 + "".join(f"{column:+d} ".rjust(4) if column else "  0 " for column in band), "dim")
            )
            lines += [self.row(view, row, band, marks) for row in rows]
        return lines

    def row(self, view: View, row: int, columns: range, marks: dict[str, str]) -> Text:
        held = sum(cell[0] == ROWS[row] for cell in view.mosaic)
        text = Text().append(f"{ROWS[row]} ").append(f"{held}/{ROW} ", "bold" if held == ROW else "dim")
        for column in columns:
            cell = cell_at(row, column)
            tile, mark = view.mosaic.get(cell), marks.get(cell, "")
            if tile and cell in view.floating:
                text.append(f"{tile:>3}~", FLOAT_STYLES[tile[0]])
            elif tile:
                text.append(f"{tile:>3}", TILE_STYLES[tile[0]]).append(mark or " ", ACCENT)
            elif cell == JOKER:
                text.append("  ★ ", f"bold {ACCENT}")
            else:
                text.append(f"{mark or '·':>3} ", f"bold {ACCENT}" if mark else "dim")
        return text

    def marks(self, view: View) -> dict[str, str]:
        """What stands on the legal cells of the chosen tile: its points, or a sign on a tile that it may act on."""
        found: dict[str, str] = {}
        for move in self.choice.moves(view):
            points = self.game.preview(view, move).points
            match move:
                case Place(_, cell) | Shift(_, _, cell) if isinstance(move, Place) or self.choice.lifts_from(view):
                    found[cell] = f"+{points}" if points else "0"
                case Remove(_, cell) | Shift(_, cell, _):
                    found[cell] = "!"
                case RemoveThree(_, cell, line):
                    found[cell] = ">" if line == "h" else "+" if cell in found else "v"
        return found

    def piles(self, view: View) -> Text:
        t = self.t
        aside = view.removed_left + sum(view.set_aside_left) + len(view.played)
        words = [
            t("sepmosa.table", n=len(view.mosaic), most=FULL),
            t("sepmosa.floating", n=len(view.floating)),
            t("sepmosa.pool", n=view.pool_left),
            t("sepmosa.aside", n=aside),
        ]
        return Text("  " + " · ".join(words), style="dim")

    def information(self, view: View, people: int) -> str:
        """What lies aside as far as this seat knows it, and what it has not seen."""
        t = self.t
        return "\n".join(
            [
                t("sepmosa.all_removed", tiles=tiles_text(sorted(view.removed))),
                t("sepmosa.all_set_aside", tiles=tiles_text(view.set_aside)),
                t("sepmosa.all_played", tiles=tiles_text(view.played)),
                t("sepmosa.all_unseen", tiles=tiles_text(unseen_tiles(view))),
            ]
        )

    def tell(self, last: Last) -> str:
        """The last move and what came of it, in words."""
        t = self.t
        told = t(f"sepmosa.tell.{tag_of(last.move)}", name=self.names[last.seat], **self._facts(last))
        told += "".join(f" {self.reason(why)}" for why in last.why)
        if last.cut:
            told += " " + t("sepmosa.tell.cut", n=len(last.cut))
        if last.reset:
            told += " " + t(f"sepmosa.reset.{last.reset}")
        if last.refilled:
            told += " " + t("sepmosa.tell.refilled")
        return told

    def _facts(self, last: Last) -> dict[str, object]:
        match last.move:
            case SetAside(tile):
                return {"tile": self.t("sepmosa.tell.a_tile") if tile == HIDDEN else tile}
            case Place(tile, cell):
                return {"tile": tile, "cell": cell}
            case Shift(tile, cell, to):
                return {"tile": tile, "cell": cell, "to": to}
        return {"tile": last.move.tile, "taken": " ".join(last.taken), "cell": last.move.cell}

    def reason(self, why: Why) -> str:
        words = self.t(f"sepmosa.why.{why.rule}", tiles=" ".join(why.cards))
        return self.t("sepmosa.tell.scores", points=why.points, why=words)

    def prompt(self, view: View) -> Text:
        """What may be done now, and what to type for it."""
        t, moves = self.t, self.game.legal(view)
        if chosen := self.choice.tile(view):
            return self.prompt_for(view, chosen, self.choice.lifts_from(view))
        passes = any(isinstance(move, SetAside) for move in moves)
        forced = passes and all(isinstance(move, SetAside) for move in moves)
        text = Text(t("sepmosa.ask.set_aside" if forced else "sepmosa.ask.choose"), style="bold")
        for number, tile in enumerate(view.rack, start=1):
            mine = [move for move in moves if move.tile == tile and not isinstance(move, SetAside)]
            if mine and tile not in view.rack[: number - 1]:
                text.append(f"\n  {number}: ", "not bold dim").append(f" {tile:>3} ", TILE_STYLES[tile[0]])
                self._choices(text, view, mine, SHOWN)
        if passes:
            text.append(f"\n  -1 … -{len(view.rack)}  ", ACCENT).append(
                t("sepmosa.choice.set_aside", points=PASS), "not bold"
            )
        return text

    def prompt_for(self, view: View, tile: str, lifted: str | None) -> Text:
        """The moves of the chosen tile: those that score with their reasons, and then the others."""
        moves = self.choice.moves(view)
        asked = "nowhere" if not moves else "to" if lifted else "cell" if tile in NUMBER_TILES else f"action_{tile[1:]}"
        text = Text(self.t(f"sepmosa.ask.{asked}", tile=tile, cell=lifted), style="bold")
        gains = {move: self.game.preview(view, move) for move in moves}
        scoring = sorted((move for move in moves if gains[move].points), key=lambda move: -gains[move].points)
        for move in scoring[:LISTED]:
            reasons = " ".join(map(self.reason, gains[move].why))
            text.append(f"\n  {short(move):<10}").append(f"{gains[move].points:>+3d}", ACCENT)
            text.append(f"   {reasons}", "not bold dim")
        rest = [move for move in moves if move not in scoring[:LISTED]]
        if rest:
            text.append("\n  ")
            self._choices(text, view, rest, 3 * SHOWN)
        return text

    def _choices(self, text: Text, view: View, moves: Sequence[MosaicMove], most: int) -> None:
        """The best of these moves, each with its points; what has no room goes on below where they began."""
        room = LINE - len(text.plain.rsplit("\n", 1)[-1])
        indent, left = LINE - room, room
        points = {move: self.game.preview(view, move).points for move in moves}
        best = sorted(moves, key=lambda move: -points[move])
        if len(best) == most + 1:
            most += 1  # the one that is left takes no more room than to say so
        for move in best[:most]:
            gain = f" {self.t.format_field(points[move], 'signed')}" if points[move] else ""
            if (needed := 2 + len(short(move)) + len(gain)) > left:
                text.append("\n" + " " * indent)
                left = room
            left -= needed
            text.append(f"  {short(move)}", "not bold").append(gain, ACCENT)
        if len(best) > most:
            text.append("  " + self.t("sepmosa.more", n=len(best) - most), "not bold dim")

    def hear(self, view: View, typed: str) -> MosaicMove | None:
        return self.choice.hear(view, typed)


def short(move: MosaicMove) -> str:
    """A move without its tile: `c+1`, `c+1>d+2`, `c+1h`."""
    return re.split("[@x]", Sepmosa.notation.say(move), maxsplit=1)[-1]
