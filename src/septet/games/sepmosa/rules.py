"""The rules of SEPMOSA: a turn from its move to the tile that the next player draws."""

from collections.abc import Iterable, Mapping
from copy import copy
from typing import ClassVar

import msgspec

from septet.games.chance import Stream, shuffled
from septet.games.game import Alternating, Gain, Game, IllegalMove, Move, Outcome, Seat, Timeout
from septet.games.rows import changed, without
from septet.games.sepmosa.allowed import dead, playable, refusal
from septet.games.sepmosa.coach import MosaicCoach
from septet.games.sepmosa.forms import FORMS
from septet.games.sepmosa.mosaic import in_reading_order
from septet.games.sepmosa.moves import MosaicMove, Place, SetAside, number_of
from septet.games.sepmosa.notation import MosaicNotation
from septet.games.sepmosa.options import SepmosaOptions
from septet.games.sepmosa.points import effect, points
from septet.games.sepmosa.state import ENDINGS, FULL, RACK, Last, Reset, State
from septet.games.sepmosa.study import MosaicStudy
from septet.games.sepmosa.tiles import BAG, Tiles
from septet.games.sepmosa.view import Terms, View, guess, named, view


class Sepmosa(Game[State, MosaicMove, View]):
    name = "sepmosa"
    minutes = 25
    difficulty = 3
    family = "sepmosa"
    seats = range(2, 3)
    ties = True
    leisurely = True
    forms = FORMS
    Options = SepmosaOptions
    moves = MosaicMove
    views = View
    chapters: ClassVar[Mapping[str, str]] = {
        "turn": "not_your_turn not_on_rack",
        "placing": "occupied not_connected no_match",
        "doubles": "duplicate joins_twins",
        "rows": "row_full too_wide",
        "actions": "joker_stays nothing_there wrong_colour same_cell not_three",
        "floating": "only_floating floating_no_match floating_target",
        "stuck": "must_play",
    }
    refusals: ClassVar[frozenset[str]] = frozenset(
        "game_over not_your_turn no_such_timer unknown_move not_on_rack occupied row_full too_wide not_connected "
        "only_floating no_match floating_no_match duplicate joins_twins joker_stays nothing_there floating_target "
        "wrong_colour same_cell not_three must_play".split()
    )
    endings = ENDINGS
    notation, study, company = MosaicNotation(), MosaicStudy(), Alternating[State]()
    coach = MosaicCoach("sepmosa")

    def deal(self, options: SepmosaOptions, seats: int, seed: bytes) -> State:
        """Six tiles to each player by turns, the first player first, who then draws."""
        state = State(options, seed)
        state.pool = self.shuffle(state, BAG, Stream("bag"))
        toss = int(self.shuffle(state, "01", Stream("toss"))[0])  # in any case, so that options do not change the deal
        state.mover = {"first": 0, "second": 1}.get(options.start_player, toss)
        for number in range(2 * RACK):
            self.draw_tile(state, state.mover ^ (number % 2))
        self.draw_tile(state, state.mover)
        return state

    def shuffle(self, state: State, tiles: Iterable[str], stream: Stream) -> Tiles:
        """In the order of the next shuffle; in studies, of this stream."""
        state.shuffles += 1
        return shuffled(tiles, state.seed, state.shuffles - 1, stream)

    def draw_tile(self, state: State, seat: Seat) -> None:
        mine = (*state.racks[seat], state.pool[-1])
        state.racks = changed(state.racks, seat, mine)
        state.pool = state.pool[:-1]

    def to_move(self, state: State) -> frozenset[Seat]:
        return frozenset() if state.ending else frozenset({state.mover})

    def rev(self, state: State) -> int:
        return state.moves

    def legal(self, view: View) -> tuple[MosaicMove, ...]:
        if view.seat != view.mover or view.ending:
            return ()
        found = playable(view, view.rack)
        if not found or view.options.passing == "voluntary":
            found += map(SetAside, dict.fromkeys(view.rack))
        return tuple(sorted(found, key=number_of))

    def preview(self, view: View, move: MosaicMove) -> Gain:
        why = effect(view, move).why
        return Gain(points(why), tuple(why))

    def refuse(self, state: State, seat: Seat | None, move: Move) -> None:
        """Say why the rules do not allow this move now, if they do not."""
        if state.ending:
            raise IllegalMove(move, "game_over")
        if isinstance(move, Timeout):
            raise IllegalMove(move, "no_such_timer")
        if not isinstance(move, MosaicMove):
            raise IllegalMove(move, "unknown_move")
        if seat != state.mover:
            raise IllegalMove(move, "not_your_turn", seat=state.mover)
        rack = state.racks[state.mover]
        if move.tile not in rack:
            raise IllegalMove(move, "not_on_rack", tile=move.tile)
        if reason := refusal(state, rack, move):
            code, facts = reason
            raise IllegalMove(move, code, **{**msgspec.structs.asdict(move), **facts})

    def apply(self, state: State, seat: Seat | None, move: Move) -> State:
        self.refuse(state, seat, move)
        assert isinstance(move, MosaicMove)
        done = effect(state, move)
        state = copy(state)
        me, state.moves = state.mover, state.moves + 1
        state.last = Last(
            me, move, tuple(done.why), done.taken, in_reading_order(done.tied), in_reading_order(done.cut)
        )
        state.mosaic, state.floating = done.tiles, in_reading_order(done.floating)
        state.racks = changed(state.racks, me, without(state.racks[me], move.tile))
        state.scores = changed(state.scores, me, state.scores[me] + state.last.points)
        self.lay_aside(state, move, done.taken)
        self.end_turn(state, state.last)
        return state

    def lay_aside(self, state: State, move: MosaicMove, taken: Tiles) -> None:
        """What was set aside or removed lies face down, a used action tile face up."""
        me = state.mover
        if isinstance(move, SetAside):
            state.set_aside = changed(state.set_aside, me, (*state.set_aside[me], move.tile))
            state.passes = changed(state.passes, me, state.passes[me] + 1)
            state.set_asides += 1
            return
        state.passes = (0, 0)
        state.removed += taken
        if not isinstance(move, Place):
            state.played = (*state.played, move.tile)

    def end_turn(self, state: State, last: Last) -> None:
        """Whoever reaches the target has won; else a full or dead mosaic is cleared, and the other one draws."""
        options, (mine, theirs) = state.options, state.scores
        if max(mine, theirs) >= options.target:
            state.ending = "target"
        elif state.moves == options.max_plies:
            state.ending = "tie" if mine == theirs else "limit"
        else:
            last.reset = self.reset_due(state)
            if last.reset:
                self.clear(state)
                state.resets += last.reset == "full"
                state.rescues += last.reset != "full"
            elif not state.pool:
                self.refill(state)
                last.refilled = True
            state.mover = 1 - state.mover
            self.draw_tile(state, state.mover)

    def reset_due(self, state: State) -> Reset | None:
        """Why the mosaic must be cleared now, if it must."""
        options, tiles = state.options, len(state.mosaic)
        if tiles == FULL and (options.m49 == "table" or not state.floating):
            return "full"
        if tiles and options.dead_reset and dead(state):
            return "dead"
        if options.stall_reset and sum(state.passes) >= options.stall_reset:
            return "stall"
        return None

    def clear(self, state: State) -> None:
        """Joker and racks stay; the mosaic, the pool and all that lies aside are shuffled into a new pool."""
        lying = (*state.mosaic.values(), *state.pool)
        state.mosaic, state.floating, state.passes = {}, (), (0, 0)
        self.new_pool(state, lying, Stream("clear", state.resets + state.rescues))

    def refill(self, state: State) -> None:
        """The pool is empty: all that lies aside is shuffled into a new one."""
        state.refills += 1
        self.new_pool(state, (), Stream("refill", state.refills))

    def new_pool(self, state: State, lying: Tiles, stream: Stream) -> None:
        aside = (*state.removed, *state.played, *(tile for laid in state.set_aside for tile in laid))
        state.pool = self.shuffle(state, sorted(lying + aside), stream)
        state.removed, state.played, state.set_aside = (), (), ((), ())

    def scores(self, state: State) -> tuple[int, ...]:
        return state.scores

    def terms(self, view: View) -> Terms:
        return Terms(view.options.target)

    def outcome(self, state: State) -> Outcome | None:
        if not state.ending:
            return None
        mine, theirs = state.scores
        places = (1, 1) if mine == theirs else (1, 2) if mine > theirs else (2, 1)
        return Outcome(places, state.scores, state.ending)

    view, guess, named = staticmethod(view), staticmethod(guess), staticmethod(named)
