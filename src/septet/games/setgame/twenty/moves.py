"""The moves of 20/20: those of a call, a card more, and the vote for a new table."""

from septet.games.game import Move
from septet.games.setgame.moves import Abort, Call, Pick, Ready, Unpick


class Draw(Move, frozen=True, tag="draw"):
    """Ask for one more card of your own."""


class RefreshVote(Move, frozen=True, tag="refresh_vote"):
    """Say that nobody can make a set, or (off) take that back."""

    on: bool = True


TwentyMove = Call | Pick | Unpick | Abort | Draw | RefreshVote | Ready
