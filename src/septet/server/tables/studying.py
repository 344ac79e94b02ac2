"""A position to study: what is asked of it over HTTP, and what is answered; nothing of it is kept."""

import random
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from septet.games import GAMES
from septet.games.chance import SEED_BYTES
from septet.games.errors import BadText
from septet.games.game import Seat, place_of
from septet.games.options import for_new, from_values
from septet.games.pictures import Trial, checks_in
from septet.games.places import Place
from septet.i18n import Words
from septet.server.errors import Denied
from septet.server.tables import guarding, telling, wire
from septet.server.tables.guarding import Barred
from septet.server.tables.wire_base import GameName, SeatNumber
from septet.study import trying

RECORD = 262_144  # characters
PICTURE = 16_384
MOVES = 100


class StudyMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move as a socket would say it, and whose it is; nobody's, if it is a timer of the game that runs out."""

    seat: SeatNumber | None
    move: dict[str, Any]


StudyMoves = Annotated[tuple[StudyMove, ...], Meta(max_length=MOVES)]


class StudyWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, drawn or out of a record, and moves to try on it."""

    game: GameName
    picture: Annotated[str, Meta(max_length=PICTURE)] | None = None
    record: Annotated[str, Meta(max_length=RECORD)] | None = None
    at: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None  # after so many moves of the record
    options: Annotated[dict[str, bool | int | str], Meta(max_length=64)] = {}  # house rules of a picture
    seat: SeatNumber | None = 0  # who looks; null is a spectator
    begin: StudyMoves = ()  # moves that lead to where it begins
    moves: StudyMoves = ()
    replies: StudyMoves = ()  # what others do meanwhile, each as soon as the rules allow it
    goal: Annotated[str, Meta(max_length=400)] | None = None  # checks as pictures have them
    whole: bool = False  # is all of the position to be told as text, what is face down included?


class PlacesWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can lie where, under these house rules and for so many."""

    game: GameName
    options: Annotated[dict[str, bool | int | str], Meta(max_length=64)] = {}
    players: Annotated[int, Meta(ge=1, le=64)] | None = None  # or as few as can play it


class PlacesFound(msgspec.Struct, frozen=True):
    """The lines that a picture of the game may have, all the pieces that there are, and a deal to begin with."""

    places: tuple[Place, ...]
    pools: dict[str, tuple[str, ...]]
    picture: str


class Studied(msgspec.Struct, frozen=True, kw_only=True):
    """The position as the seat sees it after the moves, or after those before the one that is refused."""

    moment: wire.Moment
    gains: tuple[int | None, ...]  # what each offer brings; null if nobody can say
    history: tuple[wire.Past, ...]  # what the moves have brought, the others' replies among them
    made: int  # how many of the moves were made
    refused: wire.Refused | None = None
    reached: bool | None = None  # the goal, if there is one
    picture: str | None = None  # the position after the moves as text, if all of it is wanted
    impossible: str | None = None  # why no game comes to where it begins, if a rule says so


def answer(asked: StudyWish, t: Words, barred: Barred = ()) -> Studied:
    """What comes of the moves; raises Refusal for what cannot be understood."""
    return told(walked(asked, barred), asked, t)


def told(walk: trying.Walk, asked: StudyWish, t: Words) -> Studied:
    """What a seat is told of where the moves have led."""
    trial = walk.trial
    offered = trying.offers(trial, asked.seat)
    gains = trying.gains(trial, asked.seat, offered)
    reached = None
    if asked.goal is not None:
        reached = trying.holds(trial, checks_in(asked.goal), asked.seat, asked.goal) and not walk.refusal
    return Studied(
        moment=moment_of(trial, asked.seat, offered, len(walk.steps)),
        gains=tuple(None if gain is None else gain.points for gain in gains),
        history=tuple(_past(n, step) for n, step in enumerate(walk.steps, start=1)),
        made=sum(not step.scripted for step in walk.steps),
        refused=_refused(trial, walk, t),
        reached=reached,
        picture="\n".join(trial.game.notation.picture(trial.state)) if asked.whole else None,
        impossible=_impossible(trial, t),
    )


def places(asked: PlacesWish) -> PlacesFound:
    """Raises Refusal for options that do not hold, and for a number of players that the game is not for."""
    game = GAMES[asked.game]
    options = for_new(from_values(game.Options, asked.options))
    count = game.seats.start if asked.players is None else asked.players
    if count not in game.seats:
        refusal = BadText("bad_size", key="players", size=count, low=game.seats.start, high=game.seats.stop - 1)
        refusal.family = game.family
        raise refusal
    found = game.notation.places(options, count)
    dealt = game.notation.picture(game.deal(options, count, random.randbytes(SEED_BYTES)))
    coming = {place.key for place in found.places if place.coming}
    lines = [line for line in dealt if line.partition(":")[0] not in coming]
    return PlacesFound(found.places, found.pools, "\n".join(lines))


def _impossible(trial: Trial, t: Words) -> str | None:
    why = trial.game.notation.impossible(trial.first)
    if why is None:
        return None
    why.family = trial.game.family
    return t.refusal(why)


def walked(asked: StudyWish, barred: Barred = ()) -> trying.Walk:
    """Where the moves lead; raises Refusal for what cannot be understood."""
    if (asked.picture is None) == (asked.record is None):
        raise Denied("bad_request", where="picture, record: one of them")
    trial = _position(asked)
    trying.seated(trial, asked.seat)
    kinds = trying.moves_of(trial)
    begin, moves, replies = (understood(kinds, some) for some in (asked.begin, asked.moves, asked.replies))
    walk = trying.walk(trial, begin, moves, replies, asked.seat)
    guarding.refuse(trial.game, walk.states, barred)
    return walk


def _position(asked: StudyWish) -> Trial:
    if asked.picture is not None:
        try:
            return trying.from_picture(asked.game, asked.options, asked.picture)
        except BadText as refusal:
            refusal.family = GAMES[asked.game].family  # whose places have names
            raise
    assert asked.record is not None
    return trying.from_record(asked.game, asked.record.encode(errors="surrogatepass"), asked.at)


def understood(kinds: Any, moves: tuple[StudyMove, ...]) -> list[trying.Made]:
    """Moves of these kinds, as they were sent."""
    try:
        return [(one.seat, msgspec.convert(one.move, kinds)) for one in moves]
    except (msgspec.ValidationError, RecursionError) as error:
        raise Denied("bad_request", where=f"move: {error}"[:200]) from None


def moment_of(trial: Trial, seat: Seat | None, offered: tuple[Any, ...], moves: int) -> wire.Moment:
    """A position as a seat sees it, with what it is offered after so many moves."""
    game, state = trial.game, trial.state
    view, outcome = game.view(state, seat), trial.outcome
    return wire.Moment(
        rev=game.rev(state),
        moves=moves,
        view=view,
        terms=game.terms(view),
        offers=offered,
        scores=game.scores(state),
        to_move=() if outcome else tuple(sorted(game.to_move(state))),
        absent=tuple(sorted(trial.absent)),
        outcome=outcome,
    )


def _past(n: int, step: trying.Trodden) -> wire.Past:
    own = telling.spoken(step.move)
    return wire.Past(n, 0, step.seat, step.last, own)


def _refused(trial: Trial, walk: trying.Walk, t: Words) -> wire.Refused | None:
    refusal = walk.refusal
    if refusal is None:
        return None
    rule = place_of(trial.game, refusal.code)
    return wire.Refused("", refusal.code, t.refusal(refusal), telling.facts(refusal), rule=rule)
