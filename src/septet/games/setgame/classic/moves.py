"""The moves of SET: those of a call, a claim without a call, and the word that there is no set."""

from septet.games.setgame.moves import Abort, Call, Noset, Pick, Ready, Unordered, Unpick


class Claim(Unordered, frozen=True, tag="claim"):
    """Take three cards at once, without a call before."""


SetMove = Call | Pick | Unpick | Abort | Claim | Noset | Ready
