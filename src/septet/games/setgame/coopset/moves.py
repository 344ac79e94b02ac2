"""The moves of CoopSet: mark sets, speak against a mark, and take all that is marked."""

from septet.games.game import Move
from septet.games.setgame.moves import Mark, Unmark


class Veto(Move, frozen=True, tag="veto"):
    """Speak against the set that somebody wants to mark."""


class CommitLayout(Move, frozen=True, tag="commit_layout"):
    """Take all marked sets."""


CoopMove = Mark | Unmark | Veto | CommitLayout
