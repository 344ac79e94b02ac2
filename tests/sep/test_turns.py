"""What holds in every turn, whatever is played."""

import random
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest

from septet.games.game import IllegalMove
from septet.games.sep.moves import ALL_MOVES, ActionTurn, Draw, Fill, Pass, Place, TakeReserve, Use
from septet.games.sep.state import State
from tests.playing import AnyGame, Step, steps
from tests.sep.drawing import SEP, SOLO, USUAL, drawn, drawn_solo, game_of, played

both = pytest.mark.parametrize("game", [SEP, SOLO], ids=["sep", "sep-solo"])


def many_steps(game: AnyGame, games: int = 30) -> Iterator[Step]:
    for number in range(games):
        yield from steps(game, random.Random(f"turns {number}"))


@both
def test_a_turn_takes_at_most_one_card_of_each_pile(game: AnyGame) -> None:
    for number in range(30):
        taken = Counter[tuple[int, str]]()
        for step in steps(game, random.Random(f"piles {number}")):
            match step.move:
                case Draw() | Fill("draw"):
                    taken[step.before.turn, "draw"] += 1
                case TakeReserve() | Fill("reserve"):
                    taken[step.before.turn, "reserve"] += 1
                case ActionTurn():
                    taken[step.before.turn, "action"] += 1
        assert set(taken.values()) == {1}


def test_between_turns_everybody_holds_two_and_two() -> None:
    for step in many_steps(SEP):
        state = step.after
        for seat, player in enumerate(state.players):
            moving = seat == state.mover
            assert len(player.number_hand) == 2 + (moving and state.phase == "place")
            assert len(player.action_hand) == 2 + (moving and state.phase == "use")


@both
def test_stacks_have_one_to_three_cards_but_in_a_fill_or_after_a_king_has_won(game: AnyGame) -> None:
    for step in many_steps(game):
        state = step.after
        heights = [len(stack) for stack in state.circle]
        assert max(heights) <= 3
        gaps = heights.count(0)
        if state.phase == "fill":
            assert gaps == 1
            assert heights[state.empty] == 0
        elif gaps:
            assert state.ending == "seven"


def test_players_take_turns() -> None:
    for step in many_steps(SEP):
        before, after = step.before, step.after
        if after.turn > before.turn:
            assert after.turn == before.turn + 1
            assert after.mover == 1 - before.mover
        else:
            assert after.mover == before.mover


@pytest.mark.parametrize(("game", "low", "high"), [(SEP, 18, 30), (SOLO, 20, 32)], ids=["sep", "sep-solo"])
def test_a_new_pile_is_what_is_neither_in_the_circle_nor_in_a_hand(game: AnyGame, low: int, high: int) -> None:
    sizes = set()
    for step in many_steps(game, 60):
        state = step.after
        if state.last.new_pile and state.phase != "over":
            assert state.last.new_pile == len(state.draw)
            assert len(state.draw) == high + 6 - sum(map(len, state.circle))
            assert (state.reserve, state.discard, state.face_down) == ((), (), frozenset())
            assert state.pile == step.before.pile + 1
            sizes.add(len(state.draw))
        if state.phase == "choose":
            assert state.draw
    assert low <= min(sizes) < max(sizes) <= high


def test_a_reset_of_the_action_cards_leaves_seven_in_the_deck() -> None:
    turns = Counter[int]()
    for step in steps(SEP, random.Random("reset"), SEP.Options()):
        turns[step.after.action_resets] += isinstance(step.move, ActionTurn)
        if step.after.last.new_actions:
            assert step.before.action_draw == ()
            assert len(step.after.action_draw) == 7
            assert step.after.action_discard == ()
            assert sorted(map(len, (player.action_hand for player in step.after.players))) == [2, 3]
    assert [turns[cycle] for cycle in range(3)] == [8, 8, 8]


@pytest.mark.slow
@both
def test_of_all_moves_exactly_the_legal_ones_apply(game: AnyGame) -> None:
    """And everything that is refused is refused for a reason that the game has declared."""
    seen = set()
    for step in many_steps(game, 6):
        state = step.before
        legal = set(game.legal(game.view(state, state.mover)))
        for move in ALL_MOVES:
            try:
                game.apply(state, state.mover, move)
            except IllegalMove as refusal:
                assert move not in legal
                seen.add(refusal.code)
            else:
                assert move in legal
    never = {"game_over", "not_your_turn", "no_such_timer", "unknown_move"}
    rare = {"nothing_to_place"}  # a hand and a reserve of which nothing fits: a worked position has it
    assert game.refusals - never - rare <= seen <= game.refusals - never


@both
def test_a_refusal_says_what_a_person_needs_to_know(game: AnyGame) -> None:
    state = game.notation.parse(game.Options(), [USUAL, "hand: 5H 3D", "actions: QH KD"])
    state = game.apply(state, 0, Draw())
    with pytest.raises(IllegalMove) as refusal:
        game.apply(state, 0, Place("5H", 1))
    assert refusal.value.facts == {
        "card": "5H",
        "slot": 1,
        "left": "4D",
        "right": "2S",
        "in_the_way": "9C",
        "height": 1,
        "needed": 0,
    }
    with pytest.raises(IllegalMove) as refusal:
        game.apply(state, 0, Pass("AC"))
    assert refusal.value.facts == {"card": "AC"}


def test_a_refused_reserve_card_is_named() -> None:
    state = drawn("circle: 4D 9C 7S 6D TC 8S; hand: 5D 3C; reserve: 2H")
    with pytest.raises(IllegalMove) as refusal:
        SEP.apply(state, 0, TakeReserve())
    assert refusal.value.facts == {"card": "2H"}


def test_a_refused_use_says_how_many_cards_are_needed() -> None:
    state = played(drawn("circle: 9H TC.4H 6D 2D.AH.3H 5C 3S; actions: QH KH"), "a")
    with pytest.raises(IllegalMove) as refusal:
        SEP.apply(state, 0, Use("KH", 1))
    assert (refusal.value.facts["needed"], refusal.value.facts["height"]) == (3, 2)


def test_a_refused_pass_or_discard_names_the_card() -> None:
    state = played(drawn_solo(f"{USUAL}; hand: 5D 3C"), "d")
    with pytest.raises(IllegalMove) as refusal:
        SOLO.apply(state, 0, Pass("3C"))
    assert (refusal.value.code, refusal.value.facts) == ("must_place", {"card": "3C"})


def test_it_is_said_whose_turn_it_is() -> None:
    with pytest.raises(IllegalMove) as refusal:
        SEP.apply(drawn(USUAL), 1, Draw())
    assert (refusal.value.code, refusal.value.facts) == ("not_your_turn", {"seat": 0})


def last_of(state: State, moves: str) -> dict[str, object]:
    """What the last move says of itself, without what is as usual."""
    last = played(state, moves).last
    assert last is not None
    usual = type(last)(last.seat, last.move)
    told = msgspec.structs.asdict(last)
    return {name: value for name, value in told.items() if value != getattr(usual, name)}


def test_a_placement_tells_where_its_token_came_from() -> None:
    told = last_of(drawn(f"{USUAL}; hand: 5D 3C; tokens: 0-3-4"), "d 5D@b")
    assert told["from_opponent"] == 1
    assert "from_centre" not in told
    (why,) = played(drawn(f"{USUAL}; hand: 5D 3C"), "d 5D@b").last.why  # type: ignore[union-attr]
    assert (why.rule, why.points, why.cards) == ("run", 1, ("4D", "5D", "6D"))


def test_a_king_tells_what_it_lifted_and_why_it_was_paid() -> None:
    state = drawn("circle: 5H 6H 7C 7D TC.2H.4S 9C; actions: KS QD; draw: 7H")
    told = last_of(state, "a KSxe")
    assert told["lifted"] == ("TC", "2H", "4S")
    assert told["from_centre"] == 1
    told = last_of(state, "a KSxe =d")
    assert told["card"] == "7H"
    assert told["from_centre"] == 2


def test_a_pass_tells_what_it_returned() -> None:
    assert last_of(drawn(f"{USUAL}; hand: 5D 3C; tokens: 5-2-0"), "d ~3C") == {"returned": 1}
    assert last_of(drawn(f"{USUAL}; hand: 5D 3C; tokens: 5-0-2"), "d ~3C") == {}


def test_a_preview_gives_the_same_reasons_as_the_move() -> None:
    for step in many_steps(SEP, 10):
        if isinstance(step.move, Place) or (isinstance(step.move, Use) and step.after.phase != "fill"):
            told = SEP.preview(SEP.view(step.before, step.seat), step.move)
            assert told.why == step.after.last.why


@pytest.mark.parametrize("moves", ["d", "a", "r"])
def test_a_preview_of_a_card_not_seen_promises_nothing(moves: str) -> None:
    state = drawn("circle: 4D 9C 7S 6D TC 8S; hand: 5D 3C; reserve: 7D")
    game = game_of(state)
    assert game.preview(game.view(state, 0), game.notation.hear(moves)).points == 0


def test_used_and_discarded_action_cards_lie_open_in_their_order() -> None:
    state = played(drawn("circle: 4D 8D 2S 9D 5C 6S; actions: JD KC; action-draw: QC JH"), "a JDxa =d a")
    assert state.action_discard[-1] == "JD"


@pytest.mark.parametrize("centre", range(7))
@pytest.mark.parametrize(
    ("earned", "circle"),
    [(1, "4D 5D 2S 9C TC TH"), (2, "4D 5D 2S 6C 6S TH"), (3, "4D 5D TC 7D 8D 9D")],
)
def test_with_return_only_the_opponent_returns_and_the_next_token_is_taken(
    earned: int, circle: str, centre: int
) -> None:
    options = "token_empty_centre=return_only, combo_six_run=3"
    for mine in range(7 - centre):
        tokens = f"tokens: {centre}-{mine}-{7 - centre - mine}"
        state = played(drawn(f"circle: {circle}; hand: 6D 3C; {tokens}", options), "d")
        told = SEP.preview(SEP.view(state, 0), Place("6D", 2))
        gained = SEP.notation.tally(played(state, "6D@c"), 0) - mine
        assert sum(why.points for why in told.why) == earned
        assert told.points == gained
        # one by one: from the centre if it has any, else one goes back there
        left, paid = centre, 0
        for _ in range(earned):
            if mine + paid < 7:
                paid, left = (paid + 1, left - 1) if left else (paid, 1)
        assert gained == paid
