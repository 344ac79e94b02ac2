"""Who knows what."""

import random
from collections import Counter

import pytest

from septet.games.game import Seat
from septet.games.sep.moves import Draw, Pass
from septet.games.sep.state import State
from septet.games.sep.view import View
from tests.laws import chi_square
from tests.playing import states
from tests.sep.drawing import FULL, SEP, SOLO, USUAL, drawn, drawn_solo, game_of, played

EVERYBODY: list[Seat | None] = [0, 1, None]


def seen(state: State, seat: Seat | None) -> View:
    view = game_of(state).view(state, seat)
    assert isinstance(view, View)
    return view


@pytest.mark.parametrize("seat", EVERYBODY)
def test_the_table_is_open(seat: Seat | None) -> None:
    state = played(drawn("circle: 4D 9C.2H 2S 6D TC 8S; hand: 5D 3C; reserve: 7C; tokens: 3-2-2"), "d ~3C")
    view = seen(state, seat)
    assert view.circle == state.circle
    assert (view.centre, view.tokens) == (4, (1, 2))
    assert view.reserve == ("7C", "3C")
    assert (view.draw_left, view.action_left) == (len(state.draw), 8)
    assert (view.number_hands, view.action_hands) == ((2, 2), (2, 2))
    assert view.pile == 1


def test_a_hand_is_seen_by_its_owner_only() -> None:
    state = drawn(f"{USUAL}; hand: 5D 3C; actions: JC KD")
    assert (seen(state, 0).number_hand, seen(state, 0).action_hand) == (("5D", "3C"), ("JC", "KD"))
    for seat in (1, None):
        assert not {"5D", "3C", "JC", "KD"} & SEP.named(seen(state, seat))


def test_a_spectator_has_no_hand() -> None:
    view = seen(drawn(USUAL), None)
    assert (view.number_hand, view.action_hand) == ((), ())


@pytest.mark.parametrize(("move", "card"), [("d", "TH"), ("a", "KS")])
def test_a_drawn_card_is_seen_by_the_mover_only(move: str, card: str) -> None:
    state = played(drawn(f"{USUAL}; draw: TH; action-draw: KS"), move)
    mine = seen(state, 0)
    assert mine.last is not None
    assert mine.last.card == card
    assert card in SEP.named(mine)
    for seat in (1, None):
        view = seen(state, seat)
        assert view.last is not None
        assert view.last.card is None
        assert card not in SEP.named(view)


@pytest.mark.parametrize("seat", EVERYBODY)
def test_all_remember_a_card_taken_from_the_reserve(seat: Seat | None) -> None:
    state = played(drawn("circle: 4D 9C 7S 6D TC 8S; hand: 5D 3C; reserve: 7D"), "r")
    assert seen(state, seat).shown == (("7D",), ())
    view = seen(state, seat)
    assert view.last is not None
    assert view.last.card == "7D"
    state = played(state, "5D@b")
    assert seen(state, seat).shown == (("7D",), ())
    later = played(state, "d")
    hand = later.players[1].number_hand
    later = played(later, f"~{hand[0]} d 7D@c")
    assert seen(later, seat).shown == ((), ())


@pytest.mark.parametrize("moves", ["r 7D@c", "r 5D@b"])
def test_a_guess_keeps_a_card_that_was_seen_in_the_hand_that_took_it(moves: str) -> None:
    state = played(drawn("circle: 4D 9C 7S 6D TC 8S; hand: 5D 3C; reserve: 7D"), moves)
    for number in range(20):
        guess = SEP.guess(seen(state, 1), random.Random(number))
        assert ("7D" in guess.players[0].number_hand) == ("7D" not in moves)


def test_a_guess_puts_the_card_just_taken_last() -> None:
    """So that whoever must place it finds it."""
    options = "reserve_take=fits_and_place_it"
    picture = "circle: 4D 9C 7S 6D TC 8S; hand: 5D 3C; reserve: 7D"
    state = played(drawn(picture, options), "r")
    for seat in (1, None):
        guess = SEP.guess(seen(state, seat), random.Random(1))
        assert guess.players[0].number_hand[-1] == "7D"
        assert SEP.legal(SEP.view(guess, 0)) == SEP.legal(SEP.view(state, 0))


def test_a_guess_tells_an_old_reserve_card_from_the_card_just_drawn() -> None:
    state = played(drawn("circle: 4D 9C 7S 6D TC 8S; hand: 5D 3C; reserve: 7D"), "r 5D@b d")
    hand = state.players[1].number_hand
    state = played(state, f"~{hand[0]} d")
    for number in range(20):
        guess = SEP.guess(seen(state, 1), random.Random(number))
        *rest, taken = guess.players[0].number_hand
        assert "7D" in rest
        assert guess.last == type(guess.last)(0, Draw(), taken)


@pytest.mark.parametrize("seat", EVERYBODY)
def test_lifted_cards_are_remembered_and_their_order_is_not(seat: Seat | None) -> None:
    state = played(drawn("circle: 3H 9D.2S.8C 5S 7D AD 6H; actions: KC QS"), "a KCxb")
    view = seen(state, seat)
    assert {"9D", "2S", "8C"} <= set(view.discard)
    assert list(view.discard) == sorted(view.discard)
    assert view.discard_left == len(view.discard)


@pytest.mark.parametrize("seat", EVERYBODY)
def test_spent_action_cards_lie_open(seat: Seat | None) -> None:
    state = played(drawn("circle: 4D 8D 2S 9D 5C 6S; actions: JH KC; action-draw: QC"), "a ~KC")
    assert seen(state, seat).action_discard == ("KC",)


def test_after_a_reset_nothing_is_known_of_the_other_action_hand() -> None:
    state = played(drawn(f"{USUAL}; action-left: 0"), "a")
    for seat in (0, 1):
        view = seen(state, seat)
        assert view.action_discard == ()
        assert {card for card in SEP.named(view) if card[0] in "JQK"} == set(state.players[seat].action_hand)
        assert view.last is not None
        assert view.last.new_actions


def test_after_a_new_pile_its_cards_are_known_and_their_order_is_not() -> None:
    state = played(drawn(f"{USUAL}; hand: 5D 3C; draw-left: 1"), "d 5D@b")
    view = seen(state, 1)
    assert (view.discard, view.draw_left) == ((), 29)
    orders = {SEP.guess(view, random.Random(number)).draw for number in range(20)}
    assert len(orders) == 20


def test_nobody_sees_the_seed_or_the_order_of_a_pile() -> None:
    fields = set(View.__struct_fields__)
    assert not fields & {"seed", "draw", "action_draw", "shuffles", "face_down", "players"}


def test_a_solo_spectator_does_not_see_what_is_discarded_from_the_hand() -> None:
    state = played(drawn_solo(f"{FULL}; hand: 4H 7H"), "d ~7H")
    mine, theirs = seen(state, 0), seen(state, None)
    assert mine.last is not None
    assert theirs.last is not None
    assert (mine.last.move, theirs.last.move) == (Pass("7H"), Pass("??"))
    assert "7H" in mine.discard
    assert "7H" not in SOLO.named(theirs)
    assert theirs.discard_left == mine.discard_left == len(theirs.discard) + 1


def test_a_solo_spectator_sees_what_is_lifted() -> None:
    state = played(drawn_solo("circle: 3H 9D.2S.8C 5S 7D AD 6H; actions: KC QS"), "a KCxb")
    assert {"9D", "2S", "8C"} <= set(seen(state, None).discard)


def test_a_solo_spectator_guesses_which_card_was_discarded() -> None:
    state = played(drawn_solo(f"{FULL}; hand: 4H 7H; draw-left: 3"), "d ~7H")
    view = seen(state, None)
    counts = Counter[str]()
    for number in range(5_000):
        guess = SOLO.guess(view, random.Random(number))
        assert guess.last is not None
        assert isinstance(guess.last.move, Pass)
        assert guess.face_down == {guess.last.move.card}
        counts[guess.last.move.card] += 1
    assert set(counts) == {"4H", "7H", *state.draw, *state.players[0].number_hand}
    assert chi_square(counts, 5) < 30


def test_a_solo_spectator_does_not_take_the_discarded_card_for_the_next_one() -> None:
    """It was shuffled into the new pile, and may be anywhere in it."""
    state = played(drawn_solo(f"{FULL}; hand: 4H 7H; draw-left: 1"), "d ~7H")
    view = seen(state, None)
    assert view.draw_left == 20
    places = Counter[int]()
    for number in range(4_000):
        guess = SOLO.guess(view, random.Random(number))
        assert guess.last is not None
        assert isinstance(guess.last.move, Pass)
        places[guess.draw.index(guess.last.move.card)] += 1
    assert chi_square(places, 20) < 60


@pytest.mark.parametrize("game", [SEP, SOLO], ids=["sep", "sep-solo"])
def test_named_cards_are_those_that_a_view_writes_down(game: object) -> None:
    assert game in (SEP, SOLO)
    for state in states(game, random.Random("named")):
        view = seen(state, 0)
        written = [view.circle, view.reserve, view.discard, view.action_discard, view.number_hand, view.action_hand]
        text = str([*written, view.shown])
        cards = {name for name in game_of(state).named(view) if len(name) == 2}
        assert cards == {card for card in game_of(state).study.pieces(state) if f"'{card}'" in text}
