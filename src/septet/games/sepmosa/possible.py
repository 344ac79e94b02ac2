"""Which positions of SEPMOSA a game can come to, as far as they can be told from others by a rule."""

from septet.games.errors import BadText
from septet.games.sepmosa.allowed import dead
from septet.games.sepmosa.cells import COLUMN, JOKER
from septet.games.sepmosa.mosaic import BOX
from septet.games.sepmosa.points import mosaic_of
from septet.games.sepmosa.state import FULL, State


def impossible(state: State) -> BadText | None:
    """Why no game comes to this position, if a rule says so."""
    return _scores(state) or _mosaic(state) or (None if state.ending else _goes_on(state))


def _scores(state: State) -> BadText | None:
    """Whoever reaches the target has won."""
    options, reached = state.options, max(state.scores) >= state.options.target
    if state.ending:
        return BadText("bad_ending", text=state.ending) if reached != (state.ending == "target") else None
    if reached:
        return BadText("target_reached", target=options.target)
    return BadText("below_zero") if options.floor == "zero" and min(state.scores) < 0 else None


def _mosaic(state: State) -> BadText | None:
    """No line holds two equal tiles, and by a house rule there are only so many columns."""
    options, mosaic = state.options, mosaic_of(state)
    columns = [COLUMN[cell] for cell in (JOKER, *state.mosaic)]
    if options.width == "box8" and max(columns) - min(columns) >= BOX:
        return BadText("too_wide", most=BOX)
    if options.dup_join or options.dup == "rowcol":
        for cell, tile in state.mosaic.items():
            if twin := mosaic.twin(tile, cell):
                return BadText("twins", tile=twin, cell=cell)
    return None


def _goes_on(state: State) -> BadText | None:
    """A mosaic that is full or dead, or on which nobody has played for too long, would have been cleared."""
    options = state.options
    if len(state.mosaic) >= FULL and (options.m49 == "table" or not state.floating):
        return BadText("mosaic_full", most=FULL - 1)
    if state.mosaic and options.dead_reset and dead(state):
        return BadText("mosaic_dead")
    if options.stall_reset and sum(state.passes) >= options.stall_reset:
        return BadText("mosaic_stalled", most=options.stall_reset - 1)
    if options.max_plies and state.moves >= options.max_plies:
        return BadText("no_such_turn", number=state.moves + 1, most=options.max_plies)
    return None
