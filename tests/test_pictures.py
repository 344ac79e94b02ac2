"""Pictures: blocks in Markdown, and what a try may say."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from septet.games import GAMES
from septet.games.errors import BadOption, BadText
from septet.games.pictures import Failure, Trial, blocks, exercise_in, play
from septet.games.sep.duel import Sep
from septet.games.sep.state import State

SEP = GAMES["sep"]
USUAL = ["circle: 4D 9C 2S 6D TC 8S", "tokens: 3-2-2", "hand: 5D 3C", "actions: JS QH"]


def page(*lines: str, game: str = "sep") -> str:
    return "\n".join([f"```{game}", *lines, "```", ""])


def tried(*lines: str, game: str = "sep") -> tuple[int, list[Failure]]:
    (block,) = blocks(page(*lines, game=game))
    return play(block)


def failure(line: str) -> Failure:
    passed, failures = tried(*USUAL, line)
    assert passed == 0
    (only,) = failures
    assert only.line == 6
    assert only.text == line
    return only


def problem(*lines: str, game: str = "sep") -> BadText:
    _, (only,) = tried(*lines, game=game)
    assert isinstance(only.problem, BadText)
    return only.problem


# Blocks


def test_blocks_of_games_are_found_with_their_lines() -> None:
    text = "# Title\n\n" + page("circle: -", "d => 0") + "\n" + page("x", game="python") + page("y", game="sep-solo")
    first, second = blocks(text)
    assert (first.game, first.line, first.lines) == ("sep", 3, ((4, "circle: -"), (5, "d => 0")))
    assert (second.game, second.line, second.lines) == ("sep-solo", 11, ((12, "y"),))


@pytest.mark.parametrize(
    "text",
    [
        "````markdown\n```sep\nd => 0\n```\n````\n",
        "~~~text\n```sep\n```\n~~~\n",
        "    ```sep\n    d => 0\n    ```\n",
        "`sep`\n",
        "```\nsep\n```\n",
        "```sepia\n```\n",
        "",
    ],
)
def test_other_blocks_are_not_looked_at(text: str) -> None:
    assert list(blocks(text)) == []


@pytest.mark.parametrize("text", ["~~~sep\nd => 0\n~~~\n", "  ```sep\n  d => 0\n  ```\n", "```` sep\nd => 0\n`````\n"])
def test_a_fence_has_many_forms(text: str) -> None:
    (block,) = blocks(text)
    assert [line.strip() for _, line in block.lines] == ["d => 0"]


def test_a_block_must_be_closed() -> None:
    with pytest.raises(BadText) as refusal:
        list(blocks("\n```sep\ncircle: -\n"))
    assert (refusal.value.code, refusal.value.facts) == ("unclosed_block", {"line": 2})


def test_a_block_of_another_language_may_stay_open() -> None:
    assert list(blocks("```python\n")) == []


@given(some.text(alphabet="`~sep \n:=>-d#{}AD4", max_size=60))
def test_no_page_does_worse_than_fail(text: str) -> None:
    try:
        found = list(blocks(text))
    except BadText:
        return
    for block in found:
        passed, failures = play(block)
        assert passed + len(failures) >= 1


# Tries


def test_tries_that_hold_are_counted() -> None:
    assert tried(*USUAL, "d 5D@b => +1", "d ~3C => -1  # a remark", "# a remark", "") == (2, [])


def test_each_try_starts_afresh() -> None:
    assert tried(*USUAL, "d 5D@b => +1", "d 5D@b => +1") == (2, [])


def test_a_position_without_tries_is_one_that_can_be_drawn() -> None:
    assert tried(*USUAL) == (1, [])


def test_options_stand_in_braces() -> None:
    assert tried(*USUAL, "{number_voluntary_pass=off} d ~3C => refused must_place") == (1, [])


def test_a_picture_may_have_house_rules_of_its_own() -> None:
    lines = ["house: number_voluntary_pass=off", *USUAL, "d ~3C => refused must_place"]
    assert tried(*lines, "{number_voluntary_pass=on} d ~3C => -1") == (2, [])
    assert isinstance(tried("house: rain=on", *USUAL)[1][0].problem, BadOption)
    (block,) = blocks(page(*lines))
    assert exercise_in(block) is None


def test_moves_may_name_their_seat() -> None:
    assert tried(*USUAL, "P1:d => 0", "P2:d => refused not_your_turn", "d P1:5D@b P2:d => tokens 2-3-2") == (3, [])


def test_a_gain_that_differs_is_shown() -> None:
    only = failure("d 5D@b => +2")
    assert (only.expected, only.seen) == ("+2", "+1")


def test_a_refusal_that_is_not_expected_is_shown() -> None:
    only = failure("d 5D@a => +1")
    assert (only.expected, only.seen) == ("legal", "refused not_connected")


def test_only_the_last_move_may_be_refused() -> None:
    only = failure("d 5D@a d => refused")
    assert (only.expected, only.seen) == ("legal", "refused not_connected")


def test_a_refusal_that_does_not_come_is_missed() -> None:
    only = failure("d 5D@b => refused")
    assert (only.expected, only.seen) == ("refused", "legal")


def test_a_refusal_for_another_reason_is_shown() -> None:
    only = failure("d 5D@a => refused stack_full")
    assert (only.expected, only.seen) == ("refused stack_full", "not_connected")


def test_after_a_refusal_the_position_is_as_before() -> None:
    assert tried(*USUAL, "d 5D@a => refused; 0; tokens 3-2-2") == (1, [])


def test_legal_moves_that_are_not_are_shown_with_those_that_are() -> None:
    assert failure("=> legal d r").seen == "a d"
    assert failure("=> illegal a").seen == "a d"


def test_a_picture_check_that_differs_is_shown() -> None:
    only = failure("d 5D@b => tokens 3-2-2")
    assert (only.expected, only.seen) == ("tokens 3-2-2", "tokens 2-3-2")


@pytest.mark.parametrize("word", ["over", "wins", "loses", "tie"])
def test_a_game_that_goes_on_is_not_over(word: str) -> None:
    assert failure(f"d 5D@b => {word}").seen == "goes on"


@pytest.mark.parametrize(
    ("tokens", "line", "wrong"),
    [
        ("1-6-0", "d 5D@b => over; wins", "loses"),
        ("1-0-6", "d ~3C => over; loses", "wins"),
        ("7-0-0", "d ~3C => tie", "wins"),
    ],
)
def test_the_end_is_told_for_the_side_that_moved(tokens: str, line: str, wrong: str) -> None:
    drawing = [USUAL[0], f"tokens: {tokens}", "hand: 5D 3C", "pile: 6", "draw-left: 1"]
    assert tried(*drawing, line) == (1, [])
    moves = line.partition("=>")[0]
    _, (only,) = tried(*drawing, f"{moves}=> {wrong}")
    assert only.expected == wrong


def test_solo_is_won_or_lost() -> None:
    drawing = ["circle: 4D 9C 2S 6D TC 8S", "tokens: 1-6", "hand: 5D 3C", "pile: 3", "draw-left: 1"]
    assert tried(*drawing, "d 5D@b => wins; over; points 10", game="sep-solo") == (1, [])
    drawing[2] = "hand: 9D 3C"
    assert tried(*drawing, "d 9D@a => loses; points -1", game="sep-solo") == (1, [])


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("d 5D@g => 0", "unknown_move"),
        ("d JD@a => 0", "unknown_card"),
        ("d 5Dxa => 0", "unknown_card"),
        ("d ~1D => 0", "unknown_card"),
        ("hello => 0", "unknown_move"),
        ("d => hello", "unknown_check"),
        ("d => points 3", "unknown_check"),
        ("d =>", "empty_check"),
        ("d => 0;", "empty_check"),
        ("d => legal hello", "unknown_move"),
        ("{combo_ace=low d => 0", "unclosed_options"),
        ("P3x:d => 0", "unknown_move"),
    ],
)
def test_what_is_not_understood_fails_loudly(line: str, code: str) -> None:
    only = failure(line)
    assert isinstance(only.problem, BadText)
    assert only.problem.code == code


def test_an_option_that_does_not_exist_fails_loudly() -> None:
    only = failure("{combo_king=low} d => 0")
    assert isinstance(only.problem, BadOption)


class Both(Sep):
    """SEP in which both may move at once."""

    def to_move(self, state: State) -> frozenset[int]:
        return frozenset({0, 1})


def test_where_several_may_move_a_move_names_its_seat() -> None:
    game = Both()
    state = game.notation.parse(game.Options(), USUAL)
    with pytest.raises(BadText, match="whose_move"):
        Trial(game, state, state).move("d")


def test_after_the_end_a_move_is_of_the_side_that_ended_it() -> None:
    assert tried(USUAL[0], "tokens: 1-6-0", "hand: 5D 3C", "d 5D@b d => refused game_over") == (1, [])


# Drawings of SEP


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["tokens: 7-0-0"], "no_circle"),
        (["circle 4D"], "unknown_key"),
        (["hello: 4D"], "unknown_key"),
        (["circle: 4D 9C 2S 6D TC 8S", "circle: 4D 9C 2S 6D TC 8S"], "key_twice"),
        (["circle: 4D 9C 2S 6D TC"], "bad_circle"),
        (["circle: 4D 9C 2S 6D TC 8S 9S"], "bad_circle"),
        (["circle: 4D.5D.6D.7D 9C 2S 6H TC 8S"], "bad_circle"),
        (["circle: 4D - - 6D TC 8S"], "bad_circle"),
        (["circle: 4D 9C 2S 6D TC 4D"], "card_twice"),
        (["circle: 4D 9C 2S 6D TC JD"], "unknown_card"),
        ([USUAL[0], "hand: 4D"], "card_twice"),
        ([USUAL[0], "hand: 5D 6H 7H 8H"], "too_many_cards"),
        ([USUAL[0], "actions: JD QD KD JH"], "too_many_cards"),
        ([USUAL[0], "other-hand: 5D 6H 7H"], "too_many_cards"),
        ([USUAL[0], "actions: 5D"], "unknown_card"),
        ([USUAL[0], "tokens: 7-0"], "bad_tokens"),
        ([USUAL[0], "tokens: 7-1-0"], "bad_tokens"),
        ([USUAL[0], "tokens: 7-0-0-0"], "bad_tokens"),
        ([USUAL[0], "tokens: seven"], "bad_tokens"),
        ([USUAL[0], "tokens: 7-٠-0"], "bad_tokens"),
        ([USUAL[0], "pile: two"], "bad_number"),
        ([USUAL[0], "pile: -1"], "bad_number"),
        ([USUAL[0], "pile: ٣"], "bad_number"),
        ([USUAL[0], "draw-left: 31"], "bad_size"),
        ([USUAL[0], "draw: 5D 6H", "draw-left: 1"], "bad_size"),
        ([USUAL[0], "action-left: 9"], "bad_size"),
        ([USUAL[0], "tie: maybe"], "yes_or_no"),
        ([USUAL[0], "to-move: P3"], "bad_word"),
        ([USUAL[0], "over: rain"], "bad_word"),
        ([USUAL[0], "shown: 5D"], "not_there"),
        ([USUAL[0], "hand: 5D 6H 7H", "actions: JD QD KD"], "turn_mixed"),
        (["circle: 4D - 2S 6D TC 8S", "hand: 5D 6H 7H"], "turn_mixed"),
        ([USUAL[0], "phase: use"], "turn_mixed"),
        ([USUAL[0], "taken: reserve"], "nothing_taken"),
        ([USUAL[0], "points: 3"], "key_elsewhere"),
        ([USUAL[0], "after-action: yes"], "key_elsewhere"),
        ([USUAL[0], "action-draw: JC QC KC JD QD KD JH QH KH JS QS KS"], "no_cards_left"),
    ],
)
def test_a_drawing_that_cannot_be_is_refused(lines: list[str], code: str) -> None:
    assert problem(*lines).code == code


def test_solo_has_no_reserve_to_draw() -> None:
    assert problem(USUAL[0], "reserve: 5D", game="sep-solo").code == "key_elsewhere"


def test_what_is_not_named_is_filled_in() -> None:
    state = SEP.notation.parse(SEP.Options(), [USUAL[0], "hand: 5D"])
    assert [len(player.number_hand) for player in state.players] == [2, 2]
    assert state.players[0].number_hand[0] == "5D"
    assert len(state.draw) == 30
    assert len(set(SEP.study.pieces(state))) == 53


def test_the_next_cards_are_drawn_top_first() -> None:
    state = SEP.notation.parse(SEP.Options(), [USUAL[0], "draw: TH 9H", "action-draw: KS QS"])
    assert state.draw[-1:-3:-1] == ("TH", "9H")
    assert state.action_draw[-1:-3:-1] == ("KS", "QS")


def test_an_empty_slot_waits_for_its_fill() -> None:
    lines = ["circle: 3H - 5S 7D AD 6H", "draw: TH", "reserve: 9H"]
    assert tried(*lines, "=> legal =d =r; illegal d", "=d => circle 3H TH 5S 7D AD 6H") == (2, [])
    assert SEP.notation.picture(SEP.notation.parse(SEP.Options(), lines))[0] == lines[0]


def test_a_dash_is_an_empty_pile() -> None:
    state = SEP.notation.parse(SEP.Options(), [USUAL[0], "reserve: -", "draw: -", "hand: -"])
    assert state.reserve == ()


def test_a_picture_says_what_is_unusual() -> None:
    lines = [USUAL[0], "reserve: 7C 9H", "tie: yes", "pile: 4"]
    picture = SEP.notation.picture(SEP.notation.parse(SEP.Options(), lines))
    assert set(lines) <= set(picture)
    solo = GAMES["sep-solo"]
    picture = solo.notation.picture(solo.notation.parse(solo.Options(), [USUAL[0], "after-action: yes"]))
    assert "after-action: yes" in picture
    assert "tokens: 7-0" in picture


@given(some.text(alphabet="drxa@~=?5DHJKQbf", max_size=6))
def test_no_words_do_worse_than_be_refused(words: str) -> None:
    try:
        move = SEP.notation.hear(words)
    except BadText:
        return
    assert SEP.notation.say(move) == words


def test_a_check_of_no_moves_at_all_is_not_understood() -> None:
    assert failure("=> legal").problem
    assert failure("=> illegal").problem
