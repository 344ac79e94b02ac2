"""The experts that have learnt: repeatable, from views alone, and asked for by name."""

import random
from typing import Any

import pytest

from septet.bots import BOTS, bot_named, lent, prepare, sit
from septet.bots.asked import CannotSit, asked
from septet.bots.bot import Budget
from septet.bots.engine import SEP
from septet.bots.own import bot_name, is_own
from septet.bots.sep.search import SepJudged, SepSearcher, SoloJudged
from septet.games import GAMES
from septet.i18n import words

CIRCLES = ("sep", "sep-solo")


@pytest.fixture(autouse=True, scope="module")
def _ready() -> None:
    prepare("sep", ["expert"])


def played(name: str, seed: int, moves: int, **options: Any) -> Any:
    """A state in which there is a choice, some moves into a game."""
    game, rng = GAMES[name], random.Random(seed)
    state = game.deal(game.Options(**options), game.seats.start, rng.randbytes(32))
    while moves > 0 or len(game.legal(game.view(state, state.mover))) < 2:
        state = game.apply(state, state.mover, rng.choice(game.legal(game.view(state, state.mover))))
        moves -= 1
    return state


def ranked(name: str, view: Any, playouts: int, seed: int = 1) -> Any:
    bot = SepJudged if name == "sep" else SoloJudged
    return bot(GAMES[name], view.seat, random.Random(seed), Budget(playouts=playouts)).ranked(view)


@pytest.mark.parametrize("name", CIRCLES)
def test_a_seed_and_playouts_give_the_same_answer_however_they_are_cut(name: str) -> None:
    game = GAMES[name]
    for number in range(5):
        state = played(name, number, 12)
        view = game.view(state, state.mover)
        once = ranked(name, view, 300)
        assert ranked(name, view, 300) == once
        learnt = SEP.module.judge(name, state.options)
        worths = None if name == "sep" else SEP.module.prizes(state.options, state.points, True)
        for batches in ((300,), (1, 32, 7, 260)):
            rng = random.Random(1)
            guess = game.guess(view, rng)
            bot = SepJudged if name == "sep" else SoloJudged
            search = SEP.module.JudgedSearch(learnt, guess, worths, rng.getrandbits(64), **bot.judging)
            for batch in batches:
                search.add(batch)
            assert search.found() == once


@pytest.mark.parametrize("name", CIRCLES)
def test_what_a_seat_does_not_see_changes_nothing(name: str) -> None:
    """Hidden cards are dealt again, and the answer is the same: it comes from the view and the seed."""
    game = GAMES[name]
    for number in range(5):
        state = played(name, number, 10 + number)
        view = game.view(state, state.mover)
        other = game.guess(view, random.Random(number))
        assert ranked(name, game.view(other, state.mover), 200) == ranked(name, view, 200)


def test_under_rules_that_the_net_has_not_played_the_other_search_plays() -> None:
    game = GAMES["sep"]
    state = played("sep", 3, 9, token_empty_centre="return_only")
    view = game.view(state, state.mover)
    plain = SepSearcher(game, state.mover, random.Random(1), Budget(playouts=200)).ranked(view)
    assert ranked("sep", view, 200) == plain
    assert SEP.module.judge("sep", state.options) is None
    usual = played("sep", 3, 9)
    view = game.view(usual, usual.mover)
    assert ranked("sep", view, 200) != SepSearcher(game, 0, random.Random(1), Budget(playouts=200)).ranked(view)


def test_it_takes_the_last_token() -> None:
    game = GAMES["sep"]
    lines = ["circle: 4D 9C 2S 6D TC 8S", "hand: 5D 3C", "draw: 2H", "tokens: 0-6-1"]
    state = game.apply(game.notation.parse(game.Options(), lines), 0, game.notation.hear("d"))
    best = ranked("sep", game.view(state, 0), 100)[0][0]
    assert game.outcome(game.apply(state, 0, best)) is not None


@pytest.mark.parametrize(
    ("name", "bot", "read"),
    [
        ("sep", "expert:search", "Expert, search only"),
        ("sep", "expert:learnt", "Expert, learnt"),
        ("sep-solo", "expert:search", "Expert, search only"),
        ("sep-solo", "expert:learnt", "Expert, learnt"),
        ("sepmosa", "expert:search", "Expert, search only"),
        ("sepmosa", "expert:learnt", "Expert, learnt"),
    ],
)
def test_an_expert_is_asked_for_by_how_it_judges(name: str, bot: str, read: str) -> None:
    t = words("en")
    assert not is_own(bot)
    assert asked(name, bot, t) == bot
    assert bot not in lent(name)
    assert bot_name(bot, t) == read
    assert sit(name, bot, 0, random.Random(1)) is not None


def test_the_expert_of_sepmosa_is_the_one_that_only_searches() -> None:
    assert BOTS["sepmosa"]["expert"] is bot_named("sepmosa", "expert:search")


@pytest.mark.parametrize(
    ("name", "options", "judges"),
    [
        ("sep", {}, "learnt"),
        ("sep", {"start_player": "first"}, "learnt"),
        ("sep", {"pile_count": 1}, "search"),
        ("sep", {"number_voluntary_pass": False, "reserve_take": "fits_and_place_it"}, "search"),
        ("sep", {"combo_swap": False}, "search"),
        ("sep-solo", {}, "learnt"),
        ("sep-solo", {"solo_match": "b", "solo_b_target": "exactly"}, "learnt"),
        ("sep-solo", {"combo_swap": False}, "learnt"),
        ("sep-solo", {"solo_pass_penalty": True}, "search"),
        ("sep-solo", {"solo_match": "a", "solo_pass_penalty": True}, "search"),
        ("sep-solo", {"combo_ace": "low"}, "search"),
    ],
)
def test_the_net_speaks_where_it_was_shown_to_be_better(name: str, options: dict[str, Any], judges: str) -> None:
    game = GAMES[name]
    state = played(name, 3, 9, **options)
    view = game.view(state, state.mover)
    assert SEP.module.judge(name, state.options) is not None
    said = {}
    for bot in ("expert", "expert:learnt", "expert:search"):
        mind: Any = sit(name, bot, state.mover, random.Random(1), Budget(playouts=200))
        said[bot] = mind.ranked(view)
    assert said["expert"] == said[f"expert:{judges}"]
    assert said["expert:learnt"] != said["expert:search"]


@pytest.mark.parametrize(
    ("name", "unknown"),
    [("sep", {"combo_ace": "low"}), ("sep-solo", {"combo_six_run": 3}), ("sepmosa", {"target": 63})],
)
def test_without_its_net_it_looks_at_as_many_playouts_as_the_one_that_has_none(
    name: str, unknown: dict[str, Any]
) -> None:
    prepare(name, ["expert:learnt"])
    game = GAMES[name]
    state = played(name, 5, 3, **unknown)
    view = game.view(state, state.mover)

    def looked(bot: str, budget: Budget | None = None) -> Any:
        mind: Any = sit(name, bot, state.mover, random.Random(1), budget)
        return mind.ranked(view)

    assert looked("expert:learnt") == looked("expert:search")
    assert 0 < sum(times for _, times, _ in looked("expert:learnt", Budget(playouts=40))) <= 40


@pytest.mark.parametrize("bot", ["expert:nothing", "strong:search", "expert:"])
def test_no_other_name_will_do(bot: str) -> None:
    with pytest.raises(CannotSit):
        asked("sep", bot, words("en"))


def test_a_game_whose_expert_has_not_learnt_has_no_such_name() -> None:
    assert bot_named("set", "expert:search") is None
    assert bot_named("set", "expert:learnt") is None
