"""The moves of the SET family. Each game uses some of them; their names are the words of the pictures."""

from typing import Annotated

import msgspec

from septet.games.errors import BadText
from septet.games.game import Move
from septet.games.setgame.cards import Card, card_from

Several = Annotated[tuple[Card, ...], msgspec.Meta(max_length=81)]
Chips = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class Call(Move, frozen=True):
    """Say that you see a set; nobody else may take cards until you have shown it."""


class Pick(Move, frozen=True):
    """Show a card of the set that you have called."""

    card: Card


class Unpick(Move, frozen=True):
    """Put a card back that you have shown."""

    card: Card


class Abort(Move, frozen=True):
    """Admit that you see no set after all."""


class Unordered(Move, frozen=True):
    """A move with several cards, whose order does not matter."""

    cards: Several

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "cards", tuple(sorted(self.cards)))


class Claim(Unordered, frozen=True):
    """Take three cards at once, without a call before."""


class Noset(Move, frozen=True):
    """Say that there is no set on the table, or (off) that you are still looking."""

    on: bool = True


class Ready(Move, frozen=True):
    """Ask for the next deal."""


class Scout(Move, frozen=True):
    """Point at one card of a set that you see."""

    card: Card


class Commit(Unordered, frozen=True):
    """Name, in secret, the other two cards of your set."""


class Second(Unordered, frozen=True):
    """Point at a second card of a set through the scout's card (and, with a house rule, at the third)."""


class Giveup(Move, frozen=True):
    """Stop looking for the scout's set."""


class Fold(Move, frozen=True):
    """Leave the hand for good."""


class Check(Move, frozen=True):
    """Bet nothing while nobody has bet."""


class Bet(Move, frozen=True):
    """Open the betting."""

    chips: Chips


class Match(Move, frozen=True):
    """Pay what the highest contribution asks, or all that you have."""


class Raise(Move, frozen=True):
    """Match, and add chips."""

    chips: Chips


class Expose(Unordered, frozen=True):
    """Answer, in secret, that you will show: here is one of your sets."""


class Wait(Move, frozen=True):
    """Answer, in secret, that you do not show; or say that you have marked all your sets."""


class Play(Move, frozen=True):
    """Lay a card from the hand on the table."""

    card: Card


class Challenge(Unordered, frozen=True):
    """Name two cards of the table that make a set with the last card."""


class Mark(Unordered, frozen=True):
    """Mark a set."""


class Unmark(Unordered, frozen=True):
    """Take a mark away."""


class Veto(Move, frozen=True):
    """Speak against the set that somebody wants to mark."""


class CommitLayout(Move, frozen=True):
    """Take all marked sets."""


class Draw(Move, frozen=True):
    """Ask for one more card of your own."""


class RefreshVote(Move, frozen=True):
    """Say that nobody can make a set, or (off) take that back."""

    on: bool = True


ALL_MOVES: tuple[type[Move], ...] = (
    *(Call, Pick, Unpick, Abort, Claim, Noset, Ready),
    *(Scout, Commit, Second, Giveup),
    *(Fold, Check, Bet, Match, Raise, Expose, Wait),
    *(Play, Challenge, Mark, Unmark, Veto, CommitLayout, Draw, RefreshVote),
)
KINDS = {str(kind.__struct_config__.tag): kind for kind in ALL_MOVES}


def say(move: Move) -> str:
    """`call`, `pick=2ROF`, `claim=2ROE,2ROF,2ROH`, `bet=3`, `noset=off`."""
    name = str(type(move).__struct_config__.tag)
    match [getattr(move, field) for field in move.__struct_fields__]:
        case [bool(on)]:
            return name if on else f"{name}=off"
        case [tuple(cards)]:
            return f"{name}={','.join(cards)}"
        case [argument]:
            return f"{name}={argument}"
    return name


def hear(text: str) -> Move:
    name, sign, argument = text.partition("=")
    kind = KINDS.get(name)
    if kind is None or bool(sign) != bool(argument):
        raise BadText("unknown_move", text=text)
    match kind.__struct_fields__:
        case ("card",) if argument:
            return kind(card_from(argument))
        case ("cards",) if argument:
            return kind(tuple(card_from(card) for card in argument.split(",")))
        case ("chips",) if argument.isascii() and argument.isdigit() and len(argument) < 7:
            return kind(int(argument))
        case ("on",) if argument in {"", "on", "off"}:
            return kind(argument != "off")
        case () if not argument:
            return kind()
    raise BadText("unknown_move", text=text)
