"""What a review says, whoever shows it.

SEP, SEP solo and SEPMOSA are valued by playouts (`Valued`). The other games are counted, without any guess: ChipSet by
its odds, CoopSet by the best packing, and what lay there to be found where eyes decide.
"""

from typing import Any, Literal

import msgspec

from septet.games.game import Seat
from septet.study.finding import Find

VERSION = "quick:1"  # the reference hand, and the edition of the valuer: other figures, another name
Told = dict[str, Any]  # a move as sockets say it
Label = Literal["mistake", "missed_win"]


class Estimate(msgspec.Struct, frozen=True, gc=False):
    """A mean over playouts, and its standard error."""

    value: float
    error: float


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """One choice of one seat, by what this seat could see. Values are the mover's own: shares of a win from 0 to 1, or
    points where one plays alone."""

    number: int  # of the move in the record, the first is 1
    seat: Seat
    choices: int  # how many moves there were
    played: Told
    best: Told  # the one that looked best; the played one itself, if no other did better
    line: tuple[Told, ...]  # the best one, and how its turn would go on
    value: Estimate  # of the move that was played
    best_value: Estimate
    lost: Estimate  # by how much the best is better, in the same worlds; never below 0 but for chance
    gained: Estimate  # by how much the played one is better than what the reference hand plays, in the same worlds
    label: Label | None = None
    as_good: tuple[Told, ...] = ()  # where it has a label: other moves that would have none


class Luck(msgspec.Struct, frozen=True, kw_only=True):
    """The frame: start + draws + hidden + ended + skill of the first seat - skill of the second = result, all for the
    first seat. Skill counts from what the reference hand would have played; so luck is nobody's merit."""

    start: float
    draws: Estimate
    hidden: Estimate
    skill: tuple[Estimate, ...]  # of each seat
    ended: float = 0.0  # what it took that the table ended the game: somebody resigned, or all agreed to a tie
    result: float


class Valued(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="valued"):
    """A review by playouts."""

    version: str  # of the valuer
    game: str
    unit: Literal["share", "points"]
    seed: str
    playouts: int
    curve: tuple[Estimate, ...]  # the first seat's, with all cards known: before the first move and after each
    decisions: tuple[Decision, ...]  # where there was a choice, and the move was not taken back
    costliest: tuple[int, ...]  # the numbers of the moves that cost most, the dearest first
    luck: Luck


# ChipSet, by its odds


class Wager(msgspec.Struct, frozen=True, kw_only=True):
    """One decision at ChipSet: a bet, or the answer to the question who shows.

    By what the seat could see, against hands of which each is as likely as any other. Values are chips that the hand
    brings from here on if everybody goes along; to fold brings 0.
    """

    number: int  # of the move in the record, the first is 1
    at: int  # the moment whose board shows it: so many moves were made
    seat: Seat
    deal: int  # which hand of the match, the first is 1
    hand: tuple[str, ...]  # the own cards
    sets: tuple[tuple[str, ...], ...]  # those that the hand had with the table
    others: int  # so many others were in the hand
    pot: int
    owed: int  # what it cost to stay in
    needed: float  # the share of the pot from which that pays; 0 where it cost nothing
    now: Estimate  # the share of the pot, if all showed now: 0 to 1
    later: Estimate  # the same with one more card on the table
    exact: bool  # every deal was counted; else it is a sample
    played: Told
    by_clock: bool  # nobody chose: the time was up
    best: Told  # the played one itself, if no other was better
    value: Estimate  # of what was played
    best_value: Estimate
    lost: Estimate  # by how much the best was better, showing now or a card later: the lesser of the two


class Showdown(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that was shown: what each seat was promised, each pot in proportion to the odds, and what it was given."""

    number: int  # of the move that made all show
    at: int
    deal: int
    seats: tuple[Seat, ...]
    promised: tuple[Estimate, ...]  # chips
    given: tuple[int, ...]


class Purse(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat's chips came from."""

    seat: Seat
    decisions: int
    lost: Estimate  # by all its decisions, in chips
    luck: Estimate  # what showdowns gave, less what the odds had promised
    result: int  # chips won or lost since the first hand


class Weighed(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="odds"):
    """A review of ChipSet by its odds."""

    game: str
    seed: str  # of the samples
    decisions: tuple[Wager, ...]
    costliest: tuple[int, ...]  # the numbers of the moves that cost most, the dearest first
    showdowns: tuple[Showdown, ...]
    purses: tuple[Purse, ...]  # of each seat


# CoopSet, by the best packing


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """A moment when the team took its sets, or said that it saw none."""

    number: int  # of the move
    at: int  # the moment whose board shows it
    seat: Seat
    taken: tuple[tuple[str, ...], ...]
    sets: int  # so many sets lay there, also such as share cards
    most: int  # so many of them share no card, at best
    best: tuple[tuple[str, ...], ...]  # one way to take that many
    paid: int  # points for what was taken
    most_paid: int  # points for as many as possible


class Packed(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="packing"):
    """A review of CoopSet by the best packing of each layout."""

    game: str
    layouts: tuple[Layout, ...]
    taken: int  # sets, of all layouts
    most: int
    missed: tuple[int, ...]  # the numbers of the moves that left points behind, the dearest first


# the games where eyes decide

SlipKind = Literal[
    "false_noset",  # said that there is no set, or agreed to a new table, while there was one
    "wrong_call",  # showed three cards that are no set
    "empty_call",  # called, and showed nothing
    "made_a_set",  # SetUp: laid a card that makes a set, with a safe one in the hand
    "passed_over",  # SetUp: nobody found out that the card makes a set
    "wrong_challenge",  # SetUp: named two cards that make no set with the last one
    "fewer_own",  # 20/20: another set would have taken more of the own cards
    "no_scout_set",  # Scout: pointed at a card, and had no set
    "wrong_second",  # Scout: pointed at a second card that makes no set
    "gave_up",  # Scout: did not find the scout's set
]


class Slip(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was overlooked or seen wrongly."""

    number: int  # of the move
    at: int  # the moment whose board shows it
    what: SlipKind
    seat: Seat | None  # whose; null where nobody did anything
    cards: tuple[str, ...] = ()  # that were shown, laid or pointed at
    sets: tuple[tuple[str, ...], ...] = ()  # that lay there
    better: tuple[str, ...] = ()  # the safe cards of the hand, or the set that would have taken more
    features: tuple[str, ...] = ()  # in which the cards fail to be a set
    own: int = 0  # cards of the hand that were taken
    most_own: int = 0  # so many could have been
    found_out: bool = False


class Eyes(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat found, and how quickly."""

    seat: Seat
    taken: int  # sets
    timed: int  # so many of them of which it is known how long they lay
    typical_ms: int | None  # half of those lay less long before it took them
    quicker: tuple[int, ...]  # so many were taken sooner than half of the people of each level do, beginners first
    slips: int


class Overlooked(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="overlooked"):
    """A review of the games where eyes decide: what lay there, and what was overlooked."""

    game: str
    timed: bool  # is it known when each move was made?
    longest: tuple[Find, ...]  # the sets that lay there longest, that one first
    slips: tuple[Slip, ...]
    eyes: tuple[Eyes, ...]  # of each seat


Review = Valued | Weighed | Packed | Overlooked
