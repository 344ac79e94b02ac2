"""Whole deals and matches of the SET family, from decks that are laid out card by card."""

import random
import re
from typing import Any

import msgspec
import pytest

from septet.bots import BOTS
from septet.games import GAMES
from septet.games.chance import seed_from
from septet.games.errors import BadText
from septet.games.game import IllegalMove, Move, Seat, Timeout, Timer
from septet.games.log import Log, read
from septet.games.options import heard
from septet.games.pictures import Trial
from septet.games.setgame import compact
from septet.games.setgame.cards import PACK, is_set, sets_among
from septet.games.setgame.chipset.moves import Bet, Wait
from septet.games.setgame.chipset.pots import pot_of, pots, shares
from septet.games.setgame.classic.moves import Claim
from septet.games.setgame.coopset.ratings import rating
from septet.games.setgame.moves import Call, Noset, Pick, Ready
from septet.games.setgame.scout.moves import Scout
from septet.games.table import on_time
from septet.lab.simulate import played_out
from tests.playing import AnyGame, sitters
from tests.setgame.test_worked_positions import BLOCKS
from tests.test_golden import RECORDS

FAMILY = [game for game in GAMES.values() if game.family == "setgame"]
every_variant = pytest.mark.parametrize("game", FAMILY, ids=[game.name for game in FAMILY])
# the order in which the cards are dealt, so that always taking the three newest cards leaves eighteen
EIGHTEEN_LEFT = """1 2 32 34 38 39 42 45 50 20 29 65 12 53 55 3 30 57 6 14 19 0 16 23 22 46 79 7 17 24 33 36 48 9 35 76
4 44 72 5 47 71 11 49 60 26 41 56 8 13 18 28 40 52 10 43 67 74 77 80 15 37 68 21 27 69 25 31 64 54 58 62 51 59 61 63
66 70 73 75 78"""


def play(game: AnyGame, state: Any, words: str) -> Any:
    for word in words.split():
        player, _, move = word.partition(":")
        state = game.apply(state, int(player[1:]) - 1, game.notation.hear(move))
    return state


def refused(game: AnyGame, state: Any, seat: Seat | None, move: Move) -> str:
    with pytest.raises(IllegalMove) as refusal:
        game.apply(state, seat, move)
    return refusal.value.code


def test_a_deal_may_leave_eighteen_cards() -> None:
    """T-14: 21 sets, two additions, and eighteen cards without a set."""
    game, order = GAMES["set"], [PACK[int(number)] for number in EIGHTEEN_LEFT.split()]
    lines = ["players: 2", f"table: {' '.join(order[:12])}", f"deck: {' '.join(order[12:])}"]
    state = game.notation.parse(heard(game.Options, "claim_mode=direct, deals=1"), lines)
    dealt = list(order[:12])
    for _ in range(21):
        newest = tuple(dealt[-3:])
        assert is_set(newest)
        left = len(state.deck)
        state = game.apply(state, 0, Claim(newest))
        dealt += order[81 - left : 81 - len(state.deck)]
    for _ in range(2):
        state = game.apply(game.apply(state, 0, Noset()), 1, Noset())
    assert state.left == (18,)
    assert game.scores(state) == (21, 0)
    assert game.outcome(state)


def test_everybody_deals_once_and_equal_totals_share_the_win() -> None:
    """T-36."""
    game = GAMES["set"]
    state = game.deal(game.Options(), 3, bytes(32))
    dealers = [state.dealer]
    while not game.outcome(state):
        if state.phase == "between":
            for seat in range(3):
                state = game.apply(state, seat, Ready())
            dealers.append(state.dealer)
        elif state.deck and len(state.table) > 20:
            (one,) = {one for one in game.legal(game.view(state, 0)) if isinstance(one, Call)}
            state = play_set(game, game.apply(state, 0, one))
        else:
            state = game.apply(state, min({0, 1, 2} - state.voting.flags), Noset())
    assert [(dealer - dealers[0]) % 3 for dealer in dealers] == [0, 1, 2]
    ended = game.outcome(state)
    assert ended is not None
    assert ended.reason == "deals"


def play_set(game: AnyGame, state: Any) -> Any:
    mind = BOTS["set"]["random"](game, 0, random.Random(1))
    while state.calling.holder is not None:
        plan = mind.see(game.view(state, 0), 0)
        assert plan is not None
        state = game.apply(state, 0, plan.move)
    return state


@pytest.mark.parametrize(
    ("tie_break", "places"), [("shared", (1, 1)), ("more_sets", (1, 2)), ("fewer_faults", (2, 1)), ("extra_deal", None)]
)
def test_ties_are_broken_as_agreed(tie_break: str, places: tuple[int, int] | None) -> None:
    game = GAMES["set"]
    table = "2ROF 2ROH 2ROE 1PDF 2GOF 2GBF 2POF 2PDF 3RDF 3GOF 3GDF 3POF"
    options = heard(game.Options, f"claim_mode=direct, deals=1, cooldown_s=0, tie_break={tie_break}")
    state = game.notation.parse(options, [f"table: {table}", "deck-left: 0", "scores: 0 0"])
    state = play(game, state, "P1:claim=1PDF,2GOF,2GBF P1:claim=2ROF,2ROH,2ROE")
    ended = game.outcome(state)
    if places is None:
        assert ended is None
        assert state.phase == "between"
    else:
        assert ended is not None
        assert ended.places == places
        assert ended.scores == (0, 0)


def test_an_automatic_check_plays_65_cards_among_four() -> None:
    """T-67: every card that is not in a hand lies on the table or was picked up."""
    game = GAMES["setup"]
    state = game.deal(heard(game.Options, "setup_check=auto, deals=1"), 4, bytes(32))
    *_, last = played_out(game, state, [BOTS["setup"]["random"](game, seat, random.Random(seat)) for seat in range(4)])
    state = last.state
    assert state.plays == 65
    assert sum(state.pick_ups) + len(state.table) + sum(map(len, state.hands)) == 81


@pytest.mark.parametrize(
    ("points", "name"), [(-2, "below_zero"), (3, "practise"), (15, "super"), (16, "record"), (30, "joke")]
)
def test_totals_are_rated(points: int, name: str) -> None:
    """T-73."""
    assert rating(points) == name


def test_the_best_game_of_coopset_is_worth_33() -> None:
    """T-74: six layouts of four sets and a last one of three."""
    game = GAMES["coopset"]
    sets = [tuple(f"{number}{a}{b}{c}" for number in "123") for a in "RGP" for b in "OBD" for c in "FHE"]
    order = [card for one in sets for card in one]
    lines = [f"table: {' '.join(order[:12])}", f"deck: {' '.join(order[12:])}"]
    state = game.notation.parse(game.Options(), lines)
    for start in range(0, 27, 4):
        for one in sets[start : start + 4]:
            state = game.apply(state, 0, game.notation.hear(f"mark={','.join(one)}"))
        state = game.apply(state, 0, game.notation.hear("commit_layout"))
    ended = game.outcome(state)
    assert ended is not None
    assert (ended.scores, ended.won, rating(ended.scores[0])) == ((33,), True, "joke")
    assert game.view(state, 0).rating == "joke"


def test_side_pots_go_to_those_who_paid_for_them() -> None:
    live = frozenset({0, 1, 2})
    assert pots((2, 5, 9, 4), live, 3) == [(8 + 3, live), (8, frozenset({1, 2})), (4, frozenset({2}))]
    assert pots((5, 5, 8), frozenset({0, 1}), 0) == [(18, frozenset({0, 1}))]
    assert shares(11, [0, 1, 2], (5, 2, 9)) == {0: 3, 1: 5, 2: 3}
    assert shares(5, [2, 0], (4, 4, 4)) == {2: 3, 0: 2}


def test_a_showdown_tells_which_sets_counted_and_what_each_pot_gave() -> None:
    game = GAMES["chipset"]
    table = ["table: 1ROF 2ROF 1GBH", "hand P1: 3ROF 2PBF", "hand P2: 1RDE 1RDH", "hand P3: 3GBH 2GBH"]
    lines = ["players: 3", "dealer: P3", "stacks: 2 10 10", "pot: 3", *table]
    state = play(
        game, game.notation.parse(heard(game.Options, "chip_table_max=3"), lines), "P1:check P2:bet=3 P3:match P1:match"
    )
    assert state.marks == ((("3ROF", "1ROF", "2ROF"),), (), (("2GBH", "3GBH", "1GBH"),))
    told = [(event.what, event.seat, event.number) for event in state.last if "pot" in event.what]
    assert told == [
        *(("main_pot", 0, 5), ("main_pot", 2, 4), ("side_pot", 2, 2)),
        *(("pot_awarded", 0, 5), ("pot_awarded", 2, 6)),
    ]


def test_chips_are_conserved_and_a_poor_player_is_skipped() -> None:
    game = GAMES["chipset"]
    for number in range(6):
        rng = random.Random(number)
        state = game.deal(heard(game.Options, "chip_match=last_standing, chip_stack=4"), 4, rng.randbytes(32))
        minds = [BOTS["chipset"]["random"](game, seat, random.Random(seat)) for seat in range(4)]
        for step in played_out(game, state, minds):
            assert sum(step.state.stacks) + pot_of(step.state) == 16
            assert step.state.dealer not in step.state.bust or step.state.phase in {"between", "over"}
        ended = game.outcome(step.state)
        assert ended is not None
        assert sorted(ended.scores) == [0, 0, 0, 16]


@pytest.mark.parametrize(
    ("moves", "next_one", "price"),
    [("", "check", 0), ("", "bet=2", -2), ("P1:bet=2", "match", -2), ("P1:bet=2", "raise=1", -3), ("", "fold", 0)],
)
def test_a_bet_is_paid_at_once_and_says_so_before(moves: str, next_one: str, price: int) -> None:
    game = GAMES["chipset"]
    state = play(game, game.notation.parse(game.Options(), ["players: 2", "dealer: P2", "stacks: 9 9"]), moves)
    seat, move = state.mover, game.notation.hear(next_one)
    assert game.preview(game.view(state, seat), move).points == price
    after = game.apply(state, seat, move)
    assert after.phase == "between" or game.scores(after)[seat] - game.scores(state)[seat] == price


def test_whoever_has_no_chips_left_is_out_of_play() -> None:
    game = GAMES["chipset"]
    lines = ["players: 3", "dealer: P3", "stacks: 1 9 9", "pot: 3", "table: 1ROF 2ROF 1GBH", "hand P1: 2PBF 1RDE"]
    state = game.notation.parse(heard(game.Options, "chip_table_max=3"), [*lines, "hand P2: 3ROF 1RDH"])
    assert game.company.out_of_play(state) == frozenset()
    state = play(game, state, "P1:bet=1 P2:match P3:match")
    assert state.stacks[0] == 0 and game.company.out_of_play(state) == {0}


def test_answers_look_alike_to_the_others() -> None:
    """An exposure with a set, one without, and a wait give everybody else the same bytes."""
    game = GAMES["chipset"]
    lines = ["players: 3", "dealer: P3", "table: 3PDE 1GOF", "hand P1: 1ROF 2GBH"]
    asked = play(game, game.notation.parse(game.Options(), lines), "P1:check P2:check P3:check")
    answers = ["P1:expose=1ROF,2GBH,3PDE", "P1:expose=1ROF,2GBH,1GOF", "P1:wait"]
    seen = {msgspec.json.encode(game.view(play(game, asked, answer), 1)) for answer in answers}
    assert len(seen) == 1
    own = [game.view(play(game, asked, answer), 0).exposes for answer in answers]
    assert own == [True, False, False]


def test_a_sealed_set_is_nobody_elses_business() -> None:
    game = GAMES["scout"]
    pointed = game.apply(
        game.deal(game.Options(), 3, bytes(32)), 0, Scout(game.deal(game.Options(), 3, bytes(32)).slots[0])
    )
    cards = pointed.slots
    sealed = [
        game.apply(pointed, 0, game.notation.hear(f"commit={one},{two}")) for one, two in (cards[1:3], cards[4:6])
    ]
    for seat in (1, 2, None):
        assert len({msgspec.json.encode(game.view(state, seat)) for state in sealed}) == 1
    assert game.view(sealed[0], 0).commit != game.view(sealed[1], 0).commit


@every_variant
def test_moves_of_other_games_and_of_nobody_are_refused(game: AnyGame) -> None:
    state = game.deal(game.Options(), game.seats.start, bytes(32))
    other = Bet(1) if game.name != "chipset" else Call()
    assert refused(game, state, 0, other) == "unknown_move"
    assert refused(game, state, 0, Timeout("pick", 0)) == "no_such_timer"
    mine = game.notation.hear(
        next(iter(game.notation.say(move) for move in game.legal(game.view(state, 0)) or [Wait()]))
    )
    if isinstance(mine, game.moves):
        assert refused(game, state, None, mine) == "needs_a_seat"


def test_a_move_on_an_older_table_is_stale() -> None:
    game = GAMES["set"]
    now = game.rev(game.deal(game.Options(), 2, bytes(32)))
    assert on_time(now, now) and not on_time(now - 1, now)


def test_looking_on_starts_the_time_of_grace_again() -> None:
    game = GAMES["set"]
    state = play(game, game.deal(game.Options(), 2, bytes(32)), "P1:noset")
    first = game.timers(state)
    assert first == {Timer("grace", 1, 20)}
    assert game.timers(play(game, state, "P2:noset=off")).isdisjoint(first)


@every_variant
def test_every_game_between_bots_is_told_in_compact_lines(game: AnyGame) -> None:
    logs = [read(file.read_bytes()) for file in RECORDS if file.name.startswith(game.name)]
    own = [log for log in logs if log.header.game == game.name]
    assert own
    for log in own:
        lines = list(compact.lines(log))
        assert 0 < len(lines) <= log.table.state.deal
        assert all(line for line in lines)


def test_compact_lines_read_like_the_game() -> None:
    game = GAMES["set"]
    log = Log.new(game, game.Options(), sitters(2), bytes(32))
    table = log.table.state.slots
    log.play(0, Call(), 8421)
    for card in table[:3]:
        log.play(0, Pick(card), 9000)
    log.play(1, Noset(), 9500)
    (line,) = compact.lines(log)
    assert line == f"8.421 P1! 9.000 P1!x{','.join(table[:3])}"


def test_a_new_table_for_eight_full_hands_brings_some_of_the_old_cards_back() -> None:
    """The pile is too small even with the discards, so the old six are shuffled in first."""
    game = GAMES["twenty"]
    hands = [f"hand P{seat + 1}: {' '.join(PACK[9 * seat : 9 * seat + 9])}" for seat in range(8)]
    lines = ["players: 8", *hands, f"table: {' '.join(PACK[72:78])}", "deck-left: 1"]
    state = game.notation.parse(game.Options(), lines)
    for seat in range(8):
        state = game.apply(state, seat, game.notation.hear("refresh_vote"))
    assert len(state.table) == 6
    assert len(state.deck) == 3
    assert state.discards == ()


@pytest.mark.parametrize("text", ["T:timeout", "T:timeout=cooldown"])
def test_a_timer_must_be_clear(text: str) -> None:
    game = GAMES["set"]
    state = game.notation.parse(heard(game.Options, "claim_mode=direct"), [f"table: {' '.join(PACK[:12])}"])
    state = play(game, state, f"P1:claim={PACK[0]},{PACK[1]},{PACK[3]} P2:claim={PACK[0]},{PACK[1]},{PACK[3]}")
    with pytest.raises(BadText, match="which_timer"):
        Trial(game, state, state).move(text)


@pytest.mark.parametrize("text", ["", "calls", "call=", "call=2ROF", "pick", "pick=", "bet=x", "noset=maybe", "claim="])
def test_what_is_no_move_is_not_understood(text: str) -> None:
    with pytest.raises(BadText):
        GAMES["set"].notation.hear(text)


@pytest.mark.parametrize(
    ("game", "lines", "code"),
    [
        ("set", ["nothing: 1"], "unknown_key"),
        ("set", ["hand P1: 1ROF"], "unknown_key"),
        ("set", ["table 1ROF"], "unknown_key"),
        ("set", ["table: 1ROF", "table: 1ROH"], "key_twice"),
        ("set", ["table: 1ROF 1ROF"], "card_twice"),
        ("set", ["table: 9ROF"], "unknown_card"),
        ("set-quick", ["table: 1GOF"], "unknown_card"),
        ("set", ["players: 17"], "bad_size"),
        ("set", ["players: many"], "bad_number"),
        ("set", ["deck-left: 70"], "bad_size"),
        ("set", ["scores: 1"], "bad_row"),
        ("set", ["frozen: P3"], "bad_seat"),
        ("set", ["dealer: 1"], "bad_seat"),
        ("set", ["dealer: P1 P2"], "bad_seat"),
        ("setup", ["turn: P1 P2"], "bad_seat"),
        ("scout", ["won P3: 1ROF"], "key_elsewhere"),
        ("setup", ["hand P1: 1ROF 1ROH 1ROE 2ROF 2ROH"], "too_many_cards"),
        ("set", ["deck: " + " ".join(PACK[:75])], "no_cards_left"),
    ],
)
def test_what_is_no_position_is_not_understood(game: str, lines: list[str], code: str) -> None:
    with pytest.raises(BadText) as refusal:
        GAMES[game].notation.parse(GAMES[game].Options(), lines)
    assert refusal.value.code == code


@every_variant
def test_an_unknown_check_is_refused(game: AnyGame) -> None:
    with pytest.raises(BadText, match="unknown_check"):
        game.notation.check("beauty", game.deal(game.Options(), game.seats.start, bytes(32)))


@every_variant
def test_every_reason_is_reached(game: AnyGame) -> None:
    """Each reason code of a game is met in the worked positions or, for any game alike, in the tests above."""
    met = {"game_over", "unknown_move", "needs_a_seat", "no_such_timer"}
    for block in BLOCKS:
        if block.game == game.name or (game.name.startswith("set-") and block.game in {"set", "set-solo"}):
            met |= set(re.findall(r"refused (\w+)", "\n".join(line for _, line in block.lines)))
    assert game.refusals <= met


@every_variant
def test_a_game_between_bots_gives_its_figures(game: AnyGame) -> None:
    seats = game.seats.start
    minds = [BOTS[game.name]["random"](game, seat, random.Random(seat)) for seat in range(seats)]
    *_, last = played_out(game, game.deal(game.Options(), seats, bytes(32)), minds)
    figures = game.study.figures(last.state)
    assert figures
    assert all(isinstance(number, int | float) for number in figures.values())
    for values in game.study.counts(last.state).values():
        assert values


@pytest.mark.parametrize(
    ("game", "drawn", "moves", "check", "seen"),
    [
        ("scout", ["won P1: 1ROF 1ROH"], "", "won", "2 0"),
        ("scout", [], "P1:noset", "votes", "P1"),
        ("chipset", ["dealer: P2"], "P1:check P2:check", "live", "P1 P2"),
        ("chipset", ["dealer: P2", "hand P1: 1ROF 2GBH"], "", "hand P1", "1ROF 2GBH"),
        ("setup", ["hand P1: 1ROF 2GBH"], "", "hand P1", "1ROF 2GBH"),
        ("twenty", ["discards: 1ROF", "deck-left: 60"], "", "discards", "3"),
    ],
)
def test_checks_of_one_game(game: str, drawn: list[str], moves: str, check: str, seen: str) -> None:
    state = play(GAMES[game], GAMES[game].notation.parse(GAMES[game].Options(), drawn), moves)
    assert GAMES[game].notation.check(check, state) == seen


def test_by_the_later_rules_a_team_stops_when_no_set_is_left_anywhere() -> None:
    game: Any = GAMES["coopset"]
    state = game.deal(heard(game.Options, "coop_rules=modern"), 2, b"stop" * 8)
    state = msgspec.structs.replace(state, slots=state.slots[:2], deck=())
    game.open_layout(state)
    assert state.ending == "last_layout"


def test_a_set_that_is_taken_is_a_find_and_nothing_else_is() -> None:
    game = GAMES["set-solo"]
    state = game.deal(game.Options(), 1, seed_from("finds"))
    assert not game.study.finds(state)
    assert game.study.finds(game.apply(state, 0, Claim(sets_among(state.table)[0])))
    sep = GAMES["sep-solo"]
    assert not sep.study.finds(sep.deal(sep.Options(), 1, seed_from("finds")))
