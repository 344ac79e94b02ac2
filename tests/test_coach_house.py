"""What the coach says in SEP, SEP solo and SEPMOSA, under every value of every house rule."""

import re
from typing import Any, cast

import msgspec
import pytest

from septet.games import GAMES
from septet.games.coaching import topics
from septet.games.options import Choice, choices, say
from septet.i18n import LANGUAGES, words
from tests.test_coach import messages

# What the coach of these games says otherwise under each house rule, and the house rules of which no sentence speaks.
HOUSE = {
    "sep": {
        "action_match=all_removed": "phase.use rule.actions",
        "reserve_take=fits_and_place_it": "offer.take_reserve event.took event.took_own",
        "reserve_take=free": "rule.reserve",
        "action_voluntary_discard=on": "event.discarded",
        "token_empty_centre=return_only": "event.robbed",
        "pile_count": "goal.aim event.new_pile",
    },
    "sep-solo": {
        "action_match=all_removed": "phase.use rule.actions",
        "solo_pass_penalty=on": "phase.must_pass",
        "solo_action_penalty=off": "phase.must_discard",
        "solo_between=placement": "phase.number offer.action_turn rule.solo",
        "solo_piles": "event.new_pile",
    },
    "sepmosa": {
        "dup=rowcol": "rule.doubles",
        "dup=series": "rule.doubles",
        "dup_join=off": "rule.doubles",
        "joker_break=off": "rule.doubles",
        "joker_wild=always": "phase.place offer.place rule.placing",
        "width=box8": "rule.rows",
        "join=ordinal": "goal.aim",
        "float_bonus=11-12-13": "offer.remove offer.shift",
        "reconnect=match": "rule.floating",
        "passing=voluntary": "event.set_aside event.set_aside_own rule.turn rule.stuck",
        "m49=connected": "event.full",
        "target=49": "goal.aim",
        "target=35": "goal.aim",
    },
}
COMBINATIONS = {"combo_ace", "combo_swap", "combo_six_run", "start_dealt_combo"}  # three are named, and what they pay
UNSPOKEN = {
    "sep": COMBINATIONS | {"number_voluntary_pass", "turn_limit", "tie_mode", "tie_extra_piles", "start_player"},
    "sep-solo": COMBINATIONS | {"solo_match", "solo_voluntary_pass", "solo_last_action", "solo_b_target"},
    "sepmosa": {
        "lost12",
        "relay",
        "floor",
        "dead_reset",
        "stall_reset",
        "max_plies",
        "show_removed_log",
        "start_player",
    },
}

NEEDED = {"solo_voluntary_pass": {"solo_pass_penalty": True}}  # what an option is not allowed without


def different(choice: Choice) -> list[Any]:
    """All the other values of an option, or another number."""
    return [*choice.values[1:]] if choice.values else [choice.high]


@pytest.mark.parametrize("name", HOUSE)
def test_a_sentence_follows_the_house_rules_of_its_table(name: str) -> None:
    """Each option is walked over: one that changes what a sentence says is heard, and no other sentence changes."""
    game, expected = GAMES[name], HOUSE[name]
    for option, choice in choices(game.Options).items():
        heard = {rule for rule in expected if rule.partition("=")[0] == option}
        assert bool(heard) != (option in UNSPOKEN[name]), option
        usual = game.Options(**NEEDED.get(option, {}))
        for value in different(choice):
            rule = f"{option}={say(value)}" if choice.values else option
            options = msgspec.structs.replace(usual, **{option: value})
            for language in LANGUAGES:
                heard_usually, heard_here = spoken(name, usual, language), spoken(name, options, language)
                changed = {topic for topic in heard_usually if heard_usually[topic] != heard_here[topic]}
                assert changed == set(expected.get(rule, "").split()), (rule, language)


def spoken(name: str, options: Any, language: str) -> dict[str, str]:
    """Every sentence of the game at a table with these options, with those of its facts that are the table's."""
    game, t = GAMES[name], words(language)
    coach, view = game.coach, game.view(game.deal(options, game.seats.stop - 1, bytes(32)), 0)
    found = {}
    for topic in {tip.topic for tip in topics(game)}:
        group, _, about = topic.partition(".")
        key = coach.tip(cast("Any", group), about, way=coach.way(view, topic)).key
        said = t.message(key, 2 if len(messages("en")[key]) > 1 else None) or ""
        found[topic] = re.sub(r"{(piles|target)}", lambda at: str(coach.facts(view)[at[1]]), said)
    return found
