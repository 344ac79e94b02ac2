"""A game of SEPMOSA in which nobody can look at what one seat does not see: whoever tries is caught.

What comes of a move here was found without any hidden tile, so it is the same however they all lie: this stands for
every rack of the other, every pool and every shuffle, which nobody could count one by one.
"""

from typing import Any, NoReturn

from septet.games.chance import Stream
from septet.games.sepmosa.rules import Sepmosa
from septet.games.sepmosa.state import State
from septet.games.sepmosa.tiles import Tiles
from septet.games.sepmosa.view import View


class Looked(Exception):
    """Something hung on what lies face down."""


class Unseen:
    """A tile, or the seed of a shuffle: it can be carried from place to place, and nothing else."""

    def _look(self, *_: object) -> NoReturn:
        raise Looked

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _look
    __hash__ = __str__ = __repr__ = __format__ = __bool__ = __len__ = __iter__ = _look
    __getitem__ = __contains__ = __add__ = __radd__ = __mul__ = __int__ = __index__ = __bytes__ = _look
    __getattr__ = _look


UNSEEN: Any = Unseen()


class Blind(Sepmosa):
    """By the rules themselves; only what is shuffled lies face down afterwards, instead of in some order."""

    def new_pool(self, state: State, lying: Tiles, stream: Stream) -> None:
        aside = sum(map(len, (state.removed, state.played, *state.set_aside)))
        state.pool = (UNSEEN,) * (len(lying) + aside)
        state.shuffles += 1
        state.removed, state.played, state.set_aside = (), (), ((), ())


def blind(view: View) -> State:
    """The position as the seat of this view knows it, and nothing more."""
    seat = view.seat
    return State(
        options=view.options,
        seed=UNSEEN,
        shuffles=view.shuffles,
        mosaic=view.mosaic,
        floating=view.floating,
        racks=tuple(view.rack if at == seat else (UNSEEN,) * held for at, held in enumerate(view.racks)),
        scores=view.scores,
        pool=(UNSEEN,) * view.pool_left,
        removed=(UNSEEN,) * (view.removed_left - len(view.removed)) + view.removed,
        set_aside=tuple(
            view.set_aside if at == seat else (UNSEEN,) * laid for at, laid in enumerate(view.set_aside_left)
        ),
        played=view.played,
        mover=view.mover,
        passes=view.passes,
        moves=view.moves,
        set_asides=view.set_asides,
        resets=view.resets,
        rescues=view.rescues,
        refills=view.refills,
        ending=view.ending,
        last=view.last,
    )
