"""What a study counts in each game, on deals that rules share."""

import pytest

from septet.games import GAMES
from septet.games.chance import Streams, seed_from
from septet.lab.figures import Row, figures, plain_rows, rows, twin_rows
from septet.lab.rule_sets import RuleSet, varied

SEP = GAMES["sep"]
QUICK = ("greedy", "greedy")


def column(found: tuple[Row, ...], game: str, name: str) -> list[float]:
    at = [one.name for one in figures(GAMES[game])].index(name)
    return [row[at] for row in found]


def test_the_same_rules_play_the_same_game_and_other_chance_another_one() -> None:
    usual = varied(SEP, ["combo_ace"])[0]
    again, fresh = RuleSet(usual.options, "again"), RuleSet(usual.options, "fresh", fresh=True)
    found = rows("sep", QUICK, (usual, again, fresh), "same", range(12))
    assert all(one[0] == one[1] for one in found)
    assert any(one[0] != one[2] for one in found)
    assert not any(column(one, "sep", "matters")[2] for one in found), "the rules are the same"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_row_of_figures_for_every_rule_set(game: str) -> None:
    rules = GAMES[game]
    option = next(name for name, choice in choices_of(game).items() if len(choice) > 1)
    sets = varied(rules, [option])[:2]
    bots = ("random",) * rules.seats.start
    (found,) = rows(game, bots, sets, "figures", range(1))
    assert [len(row) for row in found] == [len(figures(rules))] * 2
    endings = [at for at, one in enumerate(figures(rules)) if one.name.startswith("ending.")]
    assert all(sum(row[at] for at in endings) == 1 for row in found), "a game ends in one way"


def choices_of(game: str) -> dict[str, tuple[object, ...]]:
    from septet.games.options import choices

    skip = {"deals", "turn_limit", "start_player"}
    return {name: one.values for name, one in choices(GAMES[game].Options).items() if name not in skip}


def test_one_more_shuffle_of_the_action_cards_moves_no_other_card() -> None:
    seed = Streams(seed_from("streams"))
    plain, dealt = SEP.deal(SEP.Options(), 2, seed), SEP.deal(SEP.Options(start_dealt_combo="redeal"), 2, seed)
    assert plain.action_draw == dealt.action_draw
    assert plain.mover == dealt.mover
    for number in range(200):
        seed = Streams(seed_from(f"streams {number}"))
        other = SEP.deal(SEP.Options(start_dealt_combo="redeal"), 2, seed)
        plain = SEP.deal(SEP.Options(), 2, seed)
        assert (plain.action_draw, plain.mover) == (other.action_draw, other.mover)
        if other.circle != plain.circle:
            break
    else:
        pytest.fail("no circle was dealt anew")


def test_a_rule_matters_where_it_allows_or_does_something_else() -> None:
    """A redeal matters in just those games whose first circle holds a combination."""
    sets = varied(SEP, ["start_dealt_combo"])
    for number in range(40):
        seed = Streams(seed_from(f"matters/{number}"))
        usual, anew = SEP.deal(SEP.Options(), 2, seed), SEP.deal(SEP.Options(start_dealt_combo="redeal"), 2, seed)
        found = column(rows("sep", QUICK, sets, "matters", range(number, number + 1))[0], "sep", "matters")
        assert found == [0.0, float(usual.circle != anew.circle)]


def test_a_pass_that_nobody_may_make_matters_whenever_one_could_be_made() -> None:
    sets = varied(SEP, ["number_voluntary_pass"])
    found = rows("sep", ("random", "random"), sets, "pass", range(5))
    assert [column(one, "sep", "matters")[1] for one in found] == [1.0] * 5


def test_whoever_was_far_behind_at_half_time_and_won_has_come_back() -> None:
    sets = varied(SEP, ["combo_ace"])[:2]
    found = [column(one, "sep", "comeback")[0] for one in rows("sep", QUICK, sets, "back", range(60))]
    assert 0 < sum(found) < 30


SHARED = ["combo_ace", "combo_swap", "combo_six_run", "action_match", "start_dealt_combo"]
TWO = ["reserve_take", "number_voluntary_pass", "action_voluntary_discard", "token_empty_centre", "tie_mode"]
ALONE = ["solo_match", "solo_action_penalty", "solo_between", "solo_last_action", "solo_b_target"]
MOSAIC = ["dup", "dup_join", "joker_break", "joker_wild", "width", "join", "float_bonus", "lost12", "relay"]
MOSAIC += ["reconnect", "passing", "floor", "m49", "dead_reset"]
READINGS = {"sep": [*SHARED, *TWO], "sep-solo": [*SHARED, *ALONE], "sepmosa": MOSAIC}


def each_reading(game: str) -> tuple[RuleSet, ...]:
    """The usual rules, and every other reading of each of them by itself."""
    rules = GAMES[game]
    found: list[RuleSet] = []
    for option in READINGS[game]:
        found += varied(rules, [option])[1:]
    return (varied(rules, READINGS[game][:1])[0], *found)


@pytest.mark.parametrize("bots", [("greedy", "greedy"), ("random", "greedy"), ("random", "random")], ids="-".join)
@pytest.mark.parametrize("game", READINGS)
def test_a_twin_plays_the_very_games_that_plain_rules_play(
    game: str, bots: tuple[str, ...], pytestconfig: pytest.Config
) -> None:
    """Every figure of every game under every reading, the bots' chance included."""
    sets, bots = each_reading(game), bots[: GAMES[game].seats.start]
    deals = range(60 if pytestconfig.getoption("--long") else 2)
    plain = [plain_rows(game, bots, sets, "twins", number) for number in deals]
    assert twin_rows(game, bots, sets, "twins", deals) == plain


def test_a_twin_plays_the_very_games_of_fresh_chance() -> None:
    usual = varied(SEP, ["combo_ace"])[0]
    sets = (usual, RuleSet(usual.options, "fresh", fresh=True))
    plain = [plain_rows("sep", QUICK, sets, "fresh", number) for number in range(5)]
    assert twin_rows("sep", QUICK, sets, "fresh", range(5)) == plain


def test_a_game_is_decided_once_its_winner_is_sure_for_good() -> None:
    sets = varied(SEP, ["combo_ace"])[:2]
    found = [column(one, "sep", "decided")[0] for one in rows("sep", QUICK, sets, "decided", range(60))]
    assert all(0 < one <= 1 for one in found)
    assert len(set(found)) > 20
