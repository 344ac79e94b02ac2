"""What a table shows of what was agreed on: the house rules as they come out, for whoever draws it."""

from typing import Any

import pytest

from septet.games import GAMES
from septet.games.chance import seed_from


def terms(name: str, seats: int, joined: int = 0, **options: Any) -> Any:
    game = GAMES[name]
    state = game.deal(game.Options(**options), seats, seed_from("terms"))
    for _ in range(joined):
        state = game.company.join(state)
    return game.terms(game.view(state, None))


@pytest.mark.parametrize(
    ("name", "seats", "options", "told"),
    [
        ("sep", 2, {}, {"piles": 3, "rounds": 1, "target": None}),
        ("sep", 2, {"pile_count": 5}, {"piles": 5}),
        ("sep-solo", 1, {"solo_match": "b", "solo_piles": 2}, {"piles": 2, "rounds": 3, "target": 11}),
        ("sepmosa", 2, {"target": 35}, {"target": 35, "full": 49}),
        ("set", 5, {}, {"on_table": 12, "grows": True, "deals": 5, "votes": True, "direct": False}),
        (
            "set",
            5,
            {"deals": 2, "noset_mode": "auto", "claim_mode": "direct"},
            {"deals": 2, "votes": False, "direct": True},
        ),
        ("set-quick", 3, {}, {"on_table": 9, "grows": True, "deals": 3, "direct": False, "whole_deck": {}}),
        (
            "set-quick",
            1,
            {"deals": 3},
            {"grows": False, "deals": 1, "direct": True, "whole_deck": {"solo_end": "add3"}},
        ),
        ("set-solo", 1, {}, {"grows": False, "whole_deck": {"solo_end": "add3"}}),
        ("set-solo", 1, {"solo_end": "add3"}, {"grows": True, "whole_deck": {}}),
        ("scout", 4, {"noset_mode": "auto"}, {"deals": 4, "votes": False}),
        ("setup", 4, {"deals": 2}, {"deals": 2}),
        ("coopset", 1, {}, {"confirms": False, "pays": "booklet"}),
        ("coopset", 3, {"coop_rules": "modern"}, {"confirms": True, "pays": "modern"}),
        ("twenty", 4, {}, {"on_table": 6, "target": 40, "votes": True}),
        ("twenty", 4, {"tt_refresh": "auto", "tt_target_factor": 5}, {"target": 20, "votes": False}),
    ],
)
def test_what_was_agreed_on_is_told_as_it_comes_out(
    name: str, seats: int, options: dict[str, Any], told: dict[str, Any]
) -> None:
    found = terms(name, seats, **options)
    assert {key: getattr(found, key) for key in told} == told


def test_whoever_joins_later_does_not_make_a_match_longer() -> None:
    assert terms("set", 3, joined=2).deals == 3
