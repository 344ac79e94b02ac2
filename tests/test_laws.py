"""Every game keeps the laws, and the laws catch what breaks them."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from septet.games import GAMES
from septet.games.game import Gain, IllegalMove, Move, Seat
from septet.games.log import read, write
from septet.games.options import heard
from septet.games.pictures import Trial
from septet.games.sep.duel import Sep
from septet.games.sep.moves import SepMove
from septet.games.sep.notation import SepNotation
from septet.games.sep.solo import SepSolo
from septet.games.sep.state import State
from septet.games.sep.view import View
from tests import laws
from tests.playing import AnyGame, random_log

Law = Callable[[AnyGame, random.Random], None]

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def keeps(game: AnyGame, law: Law, games: int = 8) -> None:
    fewer = {"sepmosa": games // 3, "coopset": 1}  # in which, at random, marks come and go for thousands of moves
    for number in range(fewer.get(game.name, games // 2 if game.family == "setgame" else games)):
        law(game, random.Random(f"{game.name} {law.__name__} {number}"))


@every_game
def test_pieces_are_conserved(game: AnyGame) -> None:
    keeps(game, laws.pieces_are_conserved)


@every_game
def test_a_view_tells_nothing_more(game: AnyGame) -> None:
    keeps(game, laws.a_view_tells_nothing_more)


@every_game
def test_a_view_is_the_same_whoever_looked_before(game: AnyGame) -> None:
    keeps(game, laws.a_view_is_the_same_whoever_looked_before)


@every_game
def test_apply_leaves_its_input_alone(game: AnyGame) -> None:
    keeps(game, laws.apply_leaves_its_input_alone)


@every_game
def test_replaying_the_log_gives_the_state(game: AnyGame) -> None:
    keeps(game, laws.replaying_the_log_gives_the_state)


@every_game
def test_legal_moves_apply_and_no_others(game: AnyGame) -> None:
    keeps(game, laws.legal_moves_apply_and_no_others)


@every_game
def test_only_those_to_move_have_legal_moves(game: AnyGame) -> None:
    keeps(game, laws.only_those_to_move_have_legal_moves)


@every_game
def test_a_guess_is_playable_to_the_end(game: AnyGame) -> None:
    keeps(game, laws.a_guess_is_playable_to_the_end)


@every_game
def test_a_guess_is_made_from_the_view_alone(game: AnyGame) -> None:
    keeps(game, laws.a_guess_is_made_from_the_view_alone)


@every_game
def test_text_round_trips(game: AnyGame) -> None:
    keeps(game, laws.text_round_trips)


@every_game
def test_pictures_round_trip(game: AnyGame) -> None:
    keeps(game, laws.pictures_round_trip)


@every_game
def test_the_game_goes_on_until_it_ends(game: AnyGame) -> None:
    keeps(game, laws.the_game_goes_on_until_it_ends)


@every_game
def test_after_the_end_every_move_is_refused(game: AnyGame) -> None:
    keeps(game, laws.after_the_end_every_move_is_refused)


@every_game
def test_spectators_see_no_more_than_players(game: AnyGame) -> None:
    keeps(game, laws.spectators_see_no_more_than_players)


@every_game
def test_preview_says_what_apply_pays(game: AnyGame) -> None:
    keeps(game, laws.preview_says_what_apply_pays)


@every_game
def test_rev_grows(game: AnyGame) -> None:
    keeps(game, laws.rev_grows)


@every_game
def test_refusals_can_be_told(game: AnyGame) -> None:
    keeps(game, laws.refusals_can_be_told)


@every_game
def test_views_can_be_sent(game: AnyGame) -> None:
    keeps(game, laws.views_can_be_sent)


# Positions with few unseen cards: their picture, the moves played, who looks on, and how many worlds fit the view.
SMALL: dict[str, list[tuple[str, str, Seat | None, int]]] = {
    "sep": [
        # two in the draw pile and two in the other hand, one in the action deck and two in the other hand
        ("circle: 4D 9C 2S 6D TC 8S; draw-left: 2; action-left: 1", "", 0, 24 * 6),
        # the other one has drawn a card: which one is part of the world
        ("circle: 4D 9C 2S 6D TC 8S; hand: 9D 3C; draw-left: 2; action-left: 1", "d 9D@a d", 0, 6 * 6),
        # the other one has taken 3C from the reserve, which is seen
        ("circle: 4D 9C 2C 6D TC 8S; hand: 9D 3C; draw-left: 2; action-left: 1", "d ~3C r", 0, 6 * 6),
        # with the house rule, whoever took 2H has a card that can be placed: AC, as 2C and 3C fit nowhere
        (
            "circle: 4D 9S 7S 6D TC 8S; hand: 2D 2H; draw: 3S; draw-left: 2; action-left: 0",
            "{reserve_take=free} d ~2H r",
            0,
            4 * 2,
        ),
    ],
    "sep-solo": [
        ("circle: 4D 9C 2S 6D TC 8S; draw-left: 2; action-left: 1", "", None, 24 * 6),
        ("circle: 4D 9C 2S 6D TC 8S; draw-left: 2; action-left: 1", "d", None, 24 * 6),
        ("circle: 4D 9C 2S 6D TC 8S; draw-left: 3; action-left: 3", "", 0, 6 * 6),
    ],
    "sepmosa": [
        # K4, two K5, two K6 and K7 are on the other rack
        ("d *; pool-left: 0", "", 0, 720 // 4),
        # an 11 takes a tile off in the sight of all; the other one has drawn
        ("d * R7; rack: R11; next: K10; pool-left: 1", "R11xd+1", 0, 7 * 720 // 8),
    ],
    "set": [("deck-left: 4", "", 0, 24), ("deck-left: 4", "", None, 24)],
    "set-quick": [("deck-left: 3", "", 0, 6)],
    "set-solo": [("deck-left: 3", "", None, 6)],
    "coopset": [("deck-left: 4", "", 0, 24)],
    "scout": [
        ("table: 1RBE 1GOE 1GDE 1POE 1PDF; deck-left: 2", "P1:scout=1GDE P1:commit=1RBE,1POE", 1, 2 * 6),
        ("table: 1RBE 1GOE 1GDE 1POE 1PDF; deck-left: 2", "P1:scout=1GDE P1:commit=1RBE,1POE", 0, 2),
        # 1GOE makes no set and the round goes on, so the scout does not mean it
        (
            "players: 3; table: 1RBE 1GOE 1GDE 1POE 1PDF; deck-left: 2",
            "P1:scout=1GDE P1:commit=1RBE,1POE P2:second=1GOE",
            2,
            2 * 3,
        ),
        # with the third card named wrongly, 1RBE and 1POE may still be what the scout means
        (
            "players: 3; table: 1RBE 1GOE 1GDE 1POE 1PDF; deck-left: 2",
            "{second_shows_third=on} P1:scout=1GDE P1:commit=1RBE,1POE P2:second=1RBE,1GOE",
            2,
            2 * 2,
        ),
        # the lost card lies under the deck, and all have seen it
        (
            "players: 3; won P1: 1ROF; deck-left: 3",
            "{lost_card_to=deck_bottom} P1:scout=1ROH T:timeout=commit",
            2,
            6,
        ),
    ],
    "setup": [
        ("deck-left: 1; hand P1: 1ROF; hand P2: 1ROH 1ROE", "", 0, 3),
        ("deck-left: 1; hand P1: 1ROF; hand P2: 1ROH 1ROE", "", None, 4 * 3),
        ("deck-left: 2; hand P1: 1ROF 2ROF; hand P2: 1ROH", "P1:play=1ROF", 1, 3),
    ],
    "chipset": [
        ("deck-left: 2; table: 3PDE 1GOF; hand P1: 1ROF 2GBH; hand P2: 1RBF 2RBF", "", 0, 6 * 2),
        # P2 has answered: of six hands two make a set with the table, and may have been shown
        (
            "deck-left: 2; dealer: P2; table: 3PDE 1GOF; hand P1: 1ROH 2RBF; hand P2: 1ROF 2GBH; deck: 1POF 1GBF",
            "P1:check P2:check P2:wait",
            0,
            2 * (4 + 2 * 2),
        ),
        (
            "deck-left: 2; dealer: P2; table: 3PDE 1GOF; hand P1: 1ROH 2RBF; hand P2: 1ROF 2GBH; deck: 1POF 1GBF",
            "P1:check P2:check P2:expose=1ROF,2GBH,3PDE",
            0,
            2 * (4 + 2 * 2),
        ),
    ],
    "twenty": [
        ("deck-left: 3; discards: 2ROF", "", 0, 6),
        (
            "deck-left: 2; hand P1: 1ROF; hand P2: 1ROH 1ROE; discards: -",
            "{tt_hands=private}",
            0,
            4 * 3 * 2,
        ),
        # the old table was shuffled into the pile: the other hand, drawn before, holds none of it
        (
            "table: 1GOF 1GOH; hand P1: 1ROF; hand P2: 1ROH; deck-left: 6",
            "{tt_hands=private} P1:refresh_vote P2:refresh_vote",
            0,
            2,
        ),
        # but a card that was drawn afterwards may be one of them
        (
            "table: 1GOF 1GOH 1GOE; hand P1: 1ROF; hand P2: 1ROH; deck-left: 6",
            "{tt_hands=private} P1:refresh_vote P2:refresh_vote P2:draw",
            0,
            6,
        ),
    ],
}


def small_view(game: AnyGame, drawn: str, moves: str, seat: Seat | None) -> Any:
    options = game.Options()
    if moves.startswith("{"):
        said, _, moves = moves[1:].partition("}")
        options = heard(game.Options, said)
    state = game.notation.parse(options, drawn.split("; "))
    trial = Trial(game, state, state)
    for word in moves.split():
        trial.move(word)
        assert trial.refusal is None
    return game.view(trial.state, seat)


@pytest.mark.parametrize(
    ("game", "position"),
    [
        pytest.param(GAMES[name], position, id=f"{name} {position[1]}")
        for name in GAMES
        for position in SMALL.get(name, [])
    ],
)
def test_guesses_are_uniform(game: AnyGame, position: tuple[str, str, Seat | None, int]) -> None:
    drawn, moves, seat, worlds = position
    laws.guesses_are_uniform(game, small_view(game, drawn, moves, seat), worlds, random.Random("uniform"))


# What the laws are for: games that break them, each in one way.


class LeakyView(View, frozen=True):
    """A view with one thing too many."""

    secret: Any = None


def leaky(kind: type[Any], secret: Callable[[State, Seat | None], Any]) -> AnyGame:
    """A game whose views tell a secret."""

    class Leaky(kind):  # type: ignore[misc]
        def view(self, state: State, seat: Seat | None) -> View:
            seen = super().view(state, seat)
            fields = {name: getattr(seen, name) for name in seen.__struct_fields__}
            return LeakyView(**fields, secret=secret(state, seat))

    game: AnyGame = Leaky()
    return game


SECRETS: dict[str, Callable[[State, Seat | None], Any]] = {
    "the top of the draw pile": lambda state, seat: state.draw[-1:],
    "the bottom of the action deck": lambda state, seat: state.action_draw[:1],
    "the opponent's hand": lambda state, seat: seat == 0 and state.players[-1].number_hand,
    "a hand, to spectators": lambda state, seat: seat is None and state.players[0].action_hand,
    "how many hearts the draw pile has": lambda state, seat: sum(card[1] == "H" for card in state.draw),
    "whether the opponent can place": lambda state, seat: any(card[0] == "A" for card in state.players[-1].number_hand),
    "the seed": lambda state, seat: state.seed,
    "the last move as it was": lambda state, seat: state.last,
}


@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
def test_a_view_that_leaks_is_caught(secret: Callable[[State, Seat | None], Any]) -> None:
    with pytest.raises(AssertionError):
        keeps(leaky(Sep, secret), laws.a_view_tells_nothing_more)


def test_a_solo_view_that_shows_spectators_what_was_discarded_is_caught() -> None:
    with pytest.raises(AssertionError):
        keeps(leaky(SepSolo, lambda state, seat: state.face_down), laws.a_view_tells_nothing_more)


def test_a_view_that_leaks_nothing_is_not_caught() -> None:
    keeps(leaky(Sep, lambda state, seat: state.reserve), laws.a_view_tells_nothing_more)


class LosesACard(Sep):
    def new_pile(self, state: State, last: Any) -> None:
        state.discard = state.discard[1:]
        super().new_pile(state, last)


class WritesOnItsInput(Sep):
    def apply(self, state: State, seat: Seat | None, move: Move) -> State:
        after = super().apply(state, seat, move)
        state.shuffles += 1
        return after


class ForgetsAMove(Sep):
    def legal(self, view: View) -> tuple[SepMove, ...]:
        return super().legal(view)[:5]


class OffersAMoveTwice(Sep):
    def legal(self, view: View) -> tuple[SepMove, ...]:
        return super().legal(view) * 2


class OffersTooMuch(Sep):
    def legal(self, view: View) -> tuple[SepMove, ...]:
        return super().legal(msgspec.structs.replace(view, reserve=("2H",) if view.phase == "fill" else view.reserve))


class PromisesTooMuch(Sep):
    def preview(self, view: View, move: SepMove) -> Gain:
        gain = super().preview(view, move)
        return msgspec.structs.replace(gain, points=max(gain.points, 0))


class StandsStill(Sep):
    def rev(self, state: State) -> int:
        return state.turn


class Mumbling(SepNotation):
    def say(self, move: SepMove) -> str:
        return super().say(move).replace("f", "e")


class Mumbles(Sep):
    notation = Mumbling(2, Sep.endings)


class ThrowsDice(Sep):
    dice = random.Random(7)

    def guess(self, view: View, rng: random.Random) -> State:
        return super().guess(view, self.dice)


class NeverEnds(Sep):
    def outcome(self, state: State) -> None:
        return None


class LetsSpectatorsSeeMore(Sep):
    def view(self, state: State, seat: Seat | None) -> View:
        return super().view(state, 0 if seat is None else seat)


BROKEN: list[tuple[AnyGame, Law]] = [
    (LosesACard(), laws.pieces_are_conserved),
    (WritesOnItsInput(), laws.apply_leaves_its_input_alone),
    (ForgetsAMove(), laws.legal_moves_apply_and_no_others),
    (OffersTooMuch(), laws.legal_moves_apply_and_no_others),
    (OffersAMoveTwice(), laws.only_those_to_move_have_legal_moves),
    (PromisesTooMuch(), laws.preview_says_what_apply_pays),
    (StandsStill(), laws.rev_grows),
    (Mumbles(), laws.text_round_trips),
    (ThrowsDice(), laws.a_guess_is_made_from_the_view_alone),
    (NeverEnds(), laws.the_game_goes_on_until_it_ends),
    (LetsSpectatorsSeeMore(), laws.spectators_see_no_more_than_players),
]


@pytest.mark.parametrize(("game", "law"), BROKEN, ids=[type(game).__name__ for game, _ in BROKEN])
def test_a_game_that_breaks_a_law_is_caught(game: AnyGame, law: Law) -> None:
    with pytest.raises((AssertionError, IllegalMove)):
        keeps(game, law)


class PrefersTheObvious(Sep):
    def guess(self, view: View, rng: random.Random) -> State:
        first, second = super().guess(view, rng), super().guess(view, rng)
        return min(first, second, key=lambda state: state.draw) if rng.random() < 0.4 else first


class KnowsOneWorld(Sep):
    def guess(self, view: View, rng: random.Random) -> State:
        return super().guess(view, random.Random(1))


@pytest.mark.parametrize("game", [PrefersTheObvious(), KnowsOneWorld()], ids=lambda game: type(game).__name__)
def test_a_guess_with_a_preference_is_caught(game: AnyGame) -> None:
    drawn, moves, seat, worlds = SMALL["sep"][0]
    with pytest.raises(AssertionError):
        laws.guesses_are_uniform(game, small_view(game, drawn, moves, seat), worlds, random.Random("uniform"))


@pytest.mark.long
@every_game
def test_ten_thousand_random_games_hold(game: AnyGame, record_property: Callable[[str, object], None]) -> None:
    """Pieces are conserved at every move, nobody is ever stuck, and every record replays to the same end."""
    lengths, endings, rounds = [], Counter[str](), 0
    for number in range(10_000):
        rng = random.Random(f"{game.name} long {number}")
        log = random_log(game, rng)
        dealt = sorted(game.study.pieces(log.tables[0].state))
        assert all(sorted(game.study.pieces(table.state)) == dealt for table in log.tables)
        assert log.outcome
        again = read(write(log))
        assert again.table == log.table
        assert again.outcome == log.outcome
        lengths.append(len(log.entries))
        endings[log.outcome.reason] += 1
        rounds += len(getattr(log.table.state, "points", ())) or 1
    record_property("games", len(lengths))
    record_property("rounds", rounds)
    record_property("moves", sum(lengths))
    record_property("longest game in moves", max(lengths))
    record_property("endings", dict(endings.most_common()))
