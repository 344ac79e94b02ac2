"""SEPN: records that people read and write."""

import random
import re
from collections.abc import Callable

import msgspec
import pytest

from septet.games.chance import seed_from
from septet.games.errors import BadText, Refusal
from septet.games.game import Resign, Undo
from septet.games.log import Log, Sitter
from septet.games.sep import sepn
from septet.games.sep.moves import Draw, Fill, Pass, Place
from tests.playing import AnyGame, random_log, random_move
from tests.sep.drawing import SEP, SOLO

EXAMPLE = """\
[Game "SEP"] [Sheet "2p"] [Rules "default"]
[Deal "7S,3D,2S,5C,6D,6H | 6S.6C / 4H.2C | KC.QC / JD.QH"]
1.A d[3C] 6S@b +1
2.B d[8D] 2C@d
3.A d[AC] 6C@f +1
4.B a[JC] JCxf +1
5.A d[8S] 8S@f +1
6.B d[5H] 8D@e
7.A d[9D] AC@c
8.B a[QD] JDxe
9.A d[3S] 3C@e +1
10.B a[KS] ~QD -1
11.A d[5S] 5S@c +1
12.B a[KH] KSxc=d[9H] +1
13.A d[9S] 9S@b +1
14.B a[QS] QSxb
15.A d[AD] 3S@c ^1 #
[Result "A 7-0 seven"]
"""


def refused(text: str) -> str:
    """The code of the refusal."""
    with pytest.raises(BadText) as refusal:
        sepn.read(text)
    return refusal.value.code


def unfinished(game: AnyGame, seed: str, moves: int) -> Log:
    """A game of so many moves, and then to the end of the turn."""
    rng = random.Random(seed)
    log = random_log(game, rng, game.Options(), most=moves)
    while log.table.state.phase not in {"choose", "over"}:
        log.play(*random_move(game, log.table.state, rng), at=10**6)
    return log


def test_the_complete_example_is_read() -> None:
    played = sepn.read(EXAMPLE)
    assert played.game is SEP
    assert played.tags["Result"] == "A 7-0 seven"
    state = played.steps[-1].state
    assert SEP.outcome(state)
    assert (state.turn, SEP.scores(state)) == (15, (7, 0))
    assert len(played.steps) == 31
    assert sum(isinstance(step.move, Fill) for step in played.steps) == 1


def test_without_swaps_the_example_would_be_another_game() -> None:
    """Its third and thirteenth turns are swaps."""
    with pytest.raises(BadText) as refusal:
        sepn.read(EXAMPLE.replace("default", "combo_swap=off"))
    assert refusal.value.facts == {"text": "3.A d[AC] 6C@f +1", "seen": "3.A d[AC] 6C@f"}


def same_game(log: Log) -> None:
    """What was written is read as the same moves, and everybody sees the same after them."""
    played = sepn.read(sepn.write(log))
    assert played.game is log.game
    line = log.line()
    assert [(step.seat, step.move) for step in played.steps] == [
        (log.entries[number].seat, log.entries[number].move) for number in line
    ]
    for step, number in list(zip(played.steps, line, strict=True))[::-7]:
        last = step.state.last
        if last and last.points is not None and not step.state.ending:
            continue  # the next deal of a match: see the last test of this file
        for seat in (*range(len(step.state.players)), None):
            assert log.game.view(step.state, seat) == log.game.view(log.tables[number + 1].state, seat)


@pytest.mark.parametrize("game", [SEP, SOLO], ids=["sep", "sep-solo"])
@pytest.mark.parametrize("part", [0, 1])
def test_what_is_written_is_read_as_the_same_game(game: AnyGame, part: int) -> None:
    for number in range(50):
        same_game(random_log(game, random.Random(f"sepn {part} {number}")))


def test_what_is_written_has_a_line_for_each_turn() -> None:
    log = random_log(SEP, random.Random("lines"), SEP.Options(start_player="second"))
    text = sepn.write(log)
    numbers = re.findall(r"^(\d+)\.([AB]) ", text, re.MULTILINE)
    assert [int(number) for number, _ in numbers] == list(range(1, log.table.state.turn + 1))
    assert "".join(letter for _, letter in numbers).startswith("BABABA")
    assert '[Rules "start_player=second"]' in text


def test_a_match_has_a_section_for_each_round() -> None:
    log = random_log(SOLO, random.Random("rounds"), SOLO.Options(solo_match="b"))
    text = sepn.write(log)
    assert re.findall(r'\[Round "(\d)"\]', text) == ["1", "2", "3"]
    assert text.count("[Deal ") == 3
    assert text.count("[Result ") == 1
    same_game(log)


@pytest.mark.parametrize("moves", [0, 1, 30, 77])
@pytest.mark.parametrize("game", [SEP, SOLO], ids=["sep", "sep-solo"])
def test_a_running_game_is_written_and_read(game: AnyGame, moves: int) -> None:
    log = unfinished(game, "running", moves)
    assert log.outcome is None or moves
    same_game(log)


def test_a_move_taken_back_is_not_written() -> None:
    log = unfinished(SEP, "undone", 20)
    log.play(None, Undo(0), at=10**6)
    log.play(log.table.state.mover, Draw(), at=10**6)
    log.play(log.table.state.mover, Pass(log.table.state.players[log.table.state.mover].number_hand[0]), at=10**6)
    same_game(log)
    assert len(sepn.read(sepn.write(log)).steps) == 2


def test_a_game_given_up_keeps_its_result() -> None:
    log = unfinished(SEP, "given up", 20)
    log.play(1, Resign(), at=10**6)
    played = sepn.read(sepn.write(log))
    assert played.tags["Result"].startswith("A ")
    assert played.tags["Result"].endswith(" resigned")


@pytest.mark.parametrize(
    ("game", "result"),
    [(SEP, "= "), (SEP, "A "), (SEP, "B "), (SOLO, "- "), (SOLO, "A ")],
)
def test_a_result_names_the_winner(game: AnyGame, result: str) -> None:
    options = {"tie_mode": "draw", "pile_count": 1} if game is SEP else {}
    logs = (random_log(game, random.Random(number), game.Options(**options)) for number in range(200))
    log = next(log for log in logs if f'[Result "{result}' in sepn.write(log))
    assert log.outcome
    assert sepn.read(sepn.write(log)).tags["Result"].endswith(log.outcome.reason)


def test_the_tags_say_who_played_and_when() -> None:
    sitters = (Sitter('Zoë "Z"\n♣'), Sitter("greedy", "greedy"))
    log = Log.new(SEP, SEP.Options(), sitters, seed_from("tags"), started="2026-02-03T04:05:06Z")
    tags = sepn.read(sepn.write(log)).tags
    assert (tags["A"], tags["B"], tags["Date"]) == ("Zoë 'Z' ♣", "greedy", "2026-02-03")
    assert tags["Seed"] == seed_from("tags").hex()
    assert tags["Engine"].startswith("septet ")
    assert "Round" not in tags


def test_comments_are_passed_over() -> None:
    text = EXAMPLE.replace("6S@b +1", "6S@b {what a start} +1").replace("[Result", "{the\nend} [Result")
    assert len(sepn.read(text).steps) == 31


def test_blanks_and_line_ends_do_not_matter() -> None:
    assert len(sepn.read(EXAMPLE.replace("\n", "\r\n")).steps) == 31
    assert len(sepn.read(EXAMPLE.replace("\n", "   ")).steps) == 31


# Damage


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "hello",
        "1.A d[3C] 6S@b",
        '[Sheet "2p"]',
        '[Game "SEP"]',
        '[Game "SEP"] [Sheet "3p"]',
        '[Game "Chess"] [Sheet "2p"]',
    ],
)
def test_what_is_not_sepn_is_refused(text: str) -> None:
    assert refused(text) == "not_sepn"


def test_something_before_the_first_tag_is_refused() -> None:
    assert refused("hello " + EXAMPLE) == "not_sepn"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("7S,3D", "3D", "sepn_deal"),
        ("7S,3D", "3D,3D", "sepn_deal"),
        ("7S,3D", "KS,3D", "sepn_deal"),
        ("7S,3D", "??,3D", "sepn_deal"),
        ("6S.6C / 4H.2C", "6S.6C", "sepn_deal"),
        ("KC.QC / JD.QH", "KC.QC / JD.9H", "sepn_deal"),
        ("KC.QC / JD.QH", "KC.QC / JD.KC", "sepn_deal"),
        (" | KC.QC / JD.QH", "", "sepn_deal"),
        ('[Deal "7S,3D,2S,5C,6D,6H | 6S.6C / 4H.2C | KC.QC / JD.QH"]', "", "sepn_deal"),
        ("1.A d[3C]", "1.A d[7S]", "sepn_card"),
        ("1.A d[3C]", "1.A d[??]", "sepn_card"),
        ("4.B a[JC]", "4.B a[3C]", "sepn_card"),
        ("KSxc=d[9H]", "KSxc=d[6S]", "sepn_card"),
        ("KSxc=d[9H]", "KSxc=r[9H]", "sepn_illegal"),
        ("KSxc=d[9H]", "KSxc", "sepn_illegal"),
        ("2C@d", "2C@a", "sepn_illegal"),
        ("2C@d", "3C@d", "sepn_illegal"),
        ("2C@d", "2C@g", "sepn_turn"),
        ("2C@d", "KK@d", "unknown_card"),
        ("1.A d[3C] 6S@b +1", "1.A d[3C] 6S@b", "sepn_turn"),
        ("1.A d[3C] 6S@b +1", "1.A d[3C] 6S@b +2", "sepn_turn"),
        ("1.A d[3C] 6S@b +1", "1.A d[3C] 6S@b ^1", "sepn_turn"),
        ("1.A d[3C] 6S@b +1", "1.A d[3C] 6S@b +1 #", "sepn_turn"),
        ("1.A d[3C] 6S@b +1", "1.A d[3C] 6S@b +1 %N2(25)", "sepn_turn"),
        ("1.A d[3C] 6S@b +1", "1.A d[3C] hello", "sepn_turn"),
        ("~QD -1", "~QD", "sepn_turn"),
        ("~QD -1", "~KS -1", "sepn_turn"),
        ("2.B", "3.B", "sepn_turn"),
        ("2.B", "2.A", "sepn_turn"),
        ("1.A d[3C] 6S@b +1\n", "", "sepn_turn"),
        ("^1 #", "^1", "sepn_turn"),
        ("^1 #", "^1 $", "sepn_turn"),
        ("^1 #\n", "^1 #\n16.B d[2H] ~2H\n", "sepn_illegal"),
        ("A 7-0 seven", "B 7-0 seven", "sepn_result"),
        ("A 7-0 seven", "A 7-0 tokens", "sepn_result"),
        ("A 7-0 seven", "A 6-1 seven", "sepn_result"),
        ('[Result "A', "[Result A", "sepn_turn"),
        ("4.B a[JC]", "4.B %A{KC.QC / JD.QH} a[JC]", "sepn_turn"),
        ("4.B a[JC]", "4.B %A{KC.QC} a[JC]", "sepn_deal"),
        ("4.B a[JC]", "4.B %A{KC.QC / JD.JC} a[JC]", "sepn_deal"),
    ],
)
def test_damage_is_noticed(old: str, new: str, code: str) -> None:
    assert old in EXAMPLE
    damaged = EXAMPLE.replace(old, new, 1)
    assert refused(damaged) in {code, "sepn_illegal"}


def told(text: str) -> list[tuple[object, ...]]:
    """Every move of a record, with the card that it brought up and what it paid."""
    return [(step.seat, step.move, step.state.last and step.state.last.card) for step in sepn.read(text).steps]


def test_a_changed_character_is_refused_or_tells_another_game() -> None:
    """Another card may have been drawn, if it was never played."""
    start, end = EXAMPLE.index("1.A"), EXAMPLE.index("[Result")
    rng, right = random.Random("characters"), told(EXAMPLE)
    refusals = others = 0
    for at in range(start, end):
        for other in rng.sample("0123456789ABCDHSTJQKabcdefrx@~=+-^#%[]{}.?", 4):
            if other == EXAMPLE[at]:
                continue
            try:
                assert told(EXAMPLE[:at] + other + EXAMPLE[at + 1 :]) != right
                others += 1
            except BadText:
                refusals += 1
    assert refusals > 50 * others > 0


def test_a_solo_record_has_no_second_player() -> None:
    text = sepn.write(random_log(SOLO, random.Random("solo"), SOLO.Options()))
    assert refused(text.replace("1.A ", "1.B ", 1)) == "not_sepn"


def test_rules_that_do_not_exist_are_refused() -> None:
    with pytest.raises(Refusal):
        sepn.read(EXAMPLE.replace("default", "combo_king=low"))


def test_a_round_does_not_begin_before_the_last_one_is_over() -> None:
    text = sepn.write(random_log(SOLO, random.Random("rounds"), SOLO.Options(solo_match="a")))
    first, second = text.split("\n\n")
    cut = "\n".join(first.splitlines()[:-1])
    assert refused(f"{cut}\n\n{second}") == "sepn_round"


def action_reset() -> str:
    """A record in which the action cards are dealt anew."""
    text = sepn.write(random_log(SEP, random.Random("reset"), SEP.Options()))
    assert "%A{" in text
    return text


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: re.sub(r"%A\{.*?\} ", "", text, count=1),
        lambda text: re.sub(r"%A\{(..)\.(..)", r"%A{\1.\1", text, count=1),
        lambda text: re.sub(r"%A\{.*?\}", "%A{JC.QC}", text, count=1),
        lambda text: re.sub(r"(%A\{.*?\} a)\[..\]", r"\1[??]", text, count=1),
        lambda text: re.sub(r"%N2\((\d+)\)", "%N2(99)", text, count=1),
        lambda text: re.sub(r"%N2\((\d+)\)", "", text, count=1),
        lambda text: re.sub(r"%N2", "%N3", text, count=1),
    ],
)
def test_damage_to_a_reset_is_noticed(damage: Callable[[str], str]) -> None:
    text = action_reset()
    assert damage(text) != text
    assert refused(damage(text))


def test_a_turn_is_not_cut_off() -> None:
    played = sepn.read(EXAMPLE)
    assert isinstance(played.steps[1].move, Place)
    assert refused(EXAMPLE.replace(" 6S@b +1", "")) == "sepn_turn"


def test_a_game_given_up_in_the_middle_of_a_turn_is_written_and_read() -> None:
    log = unfinished(SEP, "given up", 20)
    log.play(log.table.state.mover, Draw(), at=10**6)
    log.play(0, Resign(), at=10**6)
    assert sepn.read(sepn.write(log)).tags["Result"].endswith(" resigned")


@pytest.mark.parametrize(
    "name",
    [
        "a {b",
        "} {",
        "{",
        "[Game ",
        '[Game "SEP"]',
        "1.A d[3C]",
        "%A{",
    ],
)
def test_no_name_spoils_a_record(name: str) -> None:
    log = random_log(SEP, random.Random("names"), SEP.Options())
    header = msgspec.structs.replace(log.header, seats=(Sitter(name), Sitter("B")))
    named = Log(header, log.seed)
    for entry in log.entries:
        named.play(entry.seat, entry.move, entry.at)
    same_game(named)


def test_a_second_round_needs_a_first() -> None:
    text = sepn.write(random_log(SOLO, random.Random("rounds"), SOLO.Options(solo_match="a")))
    first, second = text.split("\n\n")
    tags = first[: first.index("1.A")]
    assert refused(f"{tags}\n\n{second}") == "sepn_round"


def test_a_result_needs_its_end() -> None:
    assert refused(re.sub(r"15\.A.*\n", "", EXAMPLE)) == "sepn_result"


def test_every_hand_has_two_cards() -> None:
    assert refused(EXAMPLE.replace("6S.6C / 4H.2C", "6S / 6C.4H.2C")) == "sepn_deal"
    assert refused(EXAMPLE.replace("KC.QC / JD.QH", "KC.QC.JD / QH")) == "sepn_deal"


def test_after_a_round_the_next_deal_is_on_the_table() -> None:
    log = random_log(SOLO, random.Random("rounds"), SOLO.Options(solo_match="a"))
    played = sepn.read(sepn.write(log))
    for step, table in zip(played.steps, log.tables[1:], strict=True):
        assert SOLO.view(step.state, 0) == SOLO.view(table.state, 0)
