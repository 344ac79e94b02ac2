"""What people are told of a mistake: what it costs, and which features were wrong."""

from itertools import combinations

import pytest

from septet.games import GAMES
from septet.games.game import IllegalMove
from septet.games.setgame.cards import failing, is_set
from septet.games.setgame.coopset.ratings import PAYS
from septet.games.setgame.moves import Abort, Call, Mark
from septet.i18n import words
from tests.test_words import catalogue


@pytest.mark.parametrize(("options", "costs"), [({}, -1), ({"false_call_cost": 2}, -2), ({"false_call_cost": 0}, 0)])
def test_a_call_that_fails_says_what_it_costs(options: dict[str, int], costs: int) -> None:
    game = GAMES["set"]
    state = game.apply(game.deal(game.Options(**options), 2, bytes(32)), 0, Call())
    state = game.apply(state, 0, Abort())
    assert [(event.what, event.number) for event in state.last] == [("abort", costs)]
    assert game.scores(state) == (costs, 0)


def test_a_mark_that_is_no_set_says_which_features_fail() -> None:
    game = GAMES["coopset"]
    state = game.deal(game.Options(), 2, bytes(32))
    cards = next(three for three in combinations(state.table, 3) if not is_set(three))
    with pytest.raises(IllegalMove) as refused:
        game.apply(state, 0, Mark(cards))
    assert refused.value.facts["features"] == failing(cards)


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
@pytest.mark.parametrize("rules", PAYS)
def test_the_page_says_what_sets_pay(language: str, rules: str) -> None:
    said = words(language)(f"board.coop.pays.{rules}")
    assert all(f"+{points}" in said for points in PAYS[rules] if points)


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_whatever_somebody_does_can_be_said_to_them(language: str) -> None:
    """Where a sentence names who did it, there is one that says "you"."""
    keys = {message.id if isinstance(message.id, str) else message.id[0] for message in catalogue(language, "setgame")}
    named = {
        key for key in keys if key.startswith("setgame.tell.") and "{name}" in (words(language).message(key) or "")
    }
    missing = {key for key in named if not words(language).message(key.replace("tell.", "tell_you."))}
    assert named and not missing
