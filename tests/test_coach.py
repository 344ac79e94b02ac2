"""What the coach says: of everything something, in three languages, and nothing that has no words."""

import random
import string
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import msgspec
import pytest

from septet.games import GAMES
from septet.games.coaching import Tip, house_topics, since_own, topics
from septet.games.options import Choice, choices, say
from septet.games.pictures import read as try_in
from septet.games.setgame.forms import card
from septet.games.setgame.state import SetEvent
from septet.i18n import LANGUAGES, Words, words
from septet.i18n.books import rule_book
from septet.study.lessons import course
from tests.playing import AnyGame, states
from tests.test_lessons import FIRST
from tests.test_words import messages as read

messages = cache(read)
LONGEST = 135  # four lines on the narrowest phone
LONGEST_NAME = 32
every_game = pytest.mark.parametrize("name", GAMES)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def fields(key: str) -> set[str]:
    return {name for form in messages("en")[key] for _, name, _, _ in string.Formatter().parse(form) if name}


@every_language
@every_game
def test_each_phase_offer_event_and_rule_has_a_short_sentence(name: str, language: str) -> None:
    t = words(language)
    tips = topics(GAMES[name])
    assert {tip.topic.partition(".")[0] for tip in tips} == {"goal", "phase", "offer", "event", "rule"}
    assert len({tip.topic for tip in tips}) == len(tips)
    for tip in (*tips, *house_topics(GAMES[name])):
        said = t.message(tip.key, 2 if len(messages(language)[tip.key]) > 1 else None)
        assert said, tip.key
        assert len(said) <= LONGEST, (tip.key, len(said))
        assert said.endswith((".", "!", "?")), tip.key
    for place, key in GAMES[name].coach.places.items():
        assert 2 < len(t(key)) <= LONGEST_NAME, place


@every_game
def test_what_a_game_says_otherwise_is_said_and_what_all_say_is_not_said_again(name: str) -> None:
    game = GAMES[name]
    tips = {tip.topic: tip.key for tip in topics(game)}
    assert game.coach.own <= set(tips)
    assert all(tips[topic].startswith(f"{name}.coach.") for topic in game.coach.own)


@every_language
@every_game
def test_a_sentence_leads_to_a_chapter_that_is_there(name: str, language: str) -> None:
    game = GAMES[name]
    book = rule_book(type(game), game.book, language)
    family = {tip.topic for one in GAMES.values() if one.family == game.family for tip in topics(one)}
    assert set(game.coach.chapters) <= family
    for tip in topics(game):
        if tip.rule:
            where, _, chapter = tip.rule.partition("#")
            assert where == name
            assert f'<a id="{chapter}"></a>' in book, tip.topic


@every_game
def test_each_chapter_that_a_refusal_leads_to_is_met_in_a_lesson_or_in_a_sentence(name: str) -> None:
    """A lesson of its own course or of the family's first, or what is said of a phase, an offer or an event."""
    game = GAMES[name]
    courses = (name, FIRST[game.family])
    lessons = {step.rule.partition("#")[2] for one in courses for step in course(one, "en").steps}
    said = {tip.rule.partition("#")[2] for tip in topics(game) if tip.rule and not tip.topic.startswith("rule.")}
    assert set(game.chapters) <= lessons | said


def spoken(game: AnyGame, rng: random.Random) -> Iterator[tuple[Any, tuple[Tip, ...], tuple[Tip, ...]]]:
    """A game by chance, its house rules too, and what each seat hears after every move."""
    for state in islice(states(game, rng), 160):
        for seat in range(len(game.scores(state))):
            view = game.view(state, seat)
            last = () if view.last is None else game.coach.since(view, [view.last])
            yield view, last, game.coach.now(view, game.offers(view))


@every_game
def test_all_that_is_said_in_games_by_chance_has_words_and_its_facts(name: str) -> None:
    game = GAMES[name]
    known = {(tip.topic, tip.key) for tip in (*topics(game), *house_topics(game))}
    heard: set[str] = set()
    for number in range(6):
        for _, happened, now in spoken(game, random.Random(f"coach {name} {number}")):
            for tip in (*happened, *now):
                assert (tip.topic, tip.key) in known
                assert fields(tip.key) <= tip.facts.keys(), tip
                heard.add(tip.topic)
            assert not now or now[0].topic.startswith("phase.")
    assert len(heard) > len(known) / 3, sorted(heard)


@every_game
def test_whatever_happens_is_spoken_of(name: str) -> None:
    """A move without a word is one that a newcomer wonders at."""
    game = GAMES[name]
    for number in range(2):
        for view, happened, _ in spoken(game, random.Random(f"events {name} {number}")):
            if view.last:
                assert happened, view.last


def test_a_seat_hears_what_has_happened_since_its_own_move() -> None:
    moves = [(1, "d"), (1, "c"), (0, "b"), (1, "a")]  # the latest first
    assert since_own(0, moves) == ["b", "c", "d"]
    assert since_own(1, moves) == ["d"]
    assert since_own(2, [(1, str(n)) for n in range(20)]) == ["5", "4", "3", "2", "1", "0"]
    assert since_own(0, [(None, None), (0, "x")]) == ["x"]


def test_what_made_the_combination_is_named_and_shown() -> None:
    game = GAMES["sep"]
    lines = ["circle: 4D 9C 2S 6D TC 8S", "tokens: 7-0-0", "hand: 5D 3C", "draw: 8H"]
    state = game.notation.parse(game.Options(), lines)
    for move in ("d", "5D@b"):
        state = game.apply(state, state.mover, game.notation.hear(move))
    tip: Tip = next(iter(game.coach.happened(game.view(state, 0), state.last)))
    assert (tip.topic, tip.rule) == ("event.run_own", "sep#combinations")
    assert tip.facts["cards"] == "4D 5D 6D"
    assert {"card-4D", "card-5D", "card-6D"} < set(tip.at)
    assert words("en")(tip.key, **tip.facts) == (
        "You have made a sequence of one suit on top, 4♦ 5♦ 6♦: that is worth 1 token."
    )
    assert words("fr")(tip.key, **tip.facts).endswith("cela vaut 1 jeton.")


def test_why_three_cards_are_a_set_or_none_is_said() -> None:
    game = GAMES["set"]
    coach, view = game.coach, game.view(game.deal(game.Options(), 2, bytes(32)), 0)
    taken = SetEvent("set_taken", 0, ("1ROF", "2ROF", "3ROF"))
    rainbow = SetEvent("set_taken", 0, ("1ROF", "2GBH", "3PDE"))
    wrong = SetEvent("false_call", 0, ("1ROF", "1RBF", "2RDF"), -1, ("number",))
    said = [words("en")(tip.key, **tip.facts) for tip in coach.happened(view, (taken, rainbow, wrong))]
    assert "The same on all three: colour, shape, shading;" in said[0]
    assert "all different" in said[1]
    assert "one is not in number" in said[2]
    assert "costs 1 point." in said[2]


RARE = {
    "a token comes from the other": (
        "sep",
        "circle: 4D 9C 2S 6D TC 8S\ntokens: 0-3-4\nhand: 5D 3C\ndraw: 8H",
        "d 5D@b",
        "event.robbed",
    ),
    "nothing fitted": (
        "sepmosa",
        "c    .   K2    .\nd   K2    *   B2\ne    .   K1    .\nrack: K6 K8 R4 R5 B5 O12 O7",
        "-O7",
        "event.set_aside_own",
    ),
    "everybody counts for himself": (
        "chipset",
        "players: 2\ndealer: P2\ntable: 3ROF 1GOF 1POF\nhand P1: 1ROF 2ROF\nhand P2: 1GDH 3GBE\nstacks: 25 25\npot: 10",
        "{chip_count=declared} P1:check P2:check P1:expose=1ROF,2ROF,3ROF P2:wait",
        "phase.declare",
    ),
}


@pytest.mark.parametrize("what", RARE)
def test_what_is_rare_is_said_as_well(what: str) -> None:
    name, drawing, moves, topic = RARE[what]
    game, tried = GAMES[name], try_in(f"{moves} =>")
    trial = tried.begin(game, drawing.splitlines())
    for move in tried.moves:
        trial.move(move)
    assert trial.refusal is None
    view = game.view(trial.state, 0)
    tips = [*game.coach.happened(view, view.last), *game.coach.now(view, game.offers(view))]
    assert topic in [tip.topic for tip in tips]


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
        "solo_between=placement": "offer.action_turn rule.solo",
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
    "sepmosa": {"lost12", "relay", "floor", "dead_reset", "stall_reset", "max_plies", "show_removed_log", "start_player"},
}

NEEDED = {"solo_voluntary_pass": {"solo_pass_penalty": True}}  # what an option is not allowed without


def different(choice: Choice) -> list[Any]:
    """All the other values of an option, or another number."""
    return [*choice.values[1:]] if choice.values else [choice.high]


@pytest.mark.parametrize("name", HOUSE)
def test_a_sentence_follows_the_house_rules_of_its_table(name: str) -> None:
    """Each option is walked over: one that changes what a sentence says is heard, and no other sentence changes."""
    game = GAMES[name]
    coach, expected, tips = game.coach, HOUSE[name], topics(game)
    for option, choice in choices(game.Options).items():
        heard = {rule for rule in expected if rule.partition("=")[0] == option}
        assert bool(heard) != (option in UNSPOKEN[name]), option
        usual = game.Options(**NEEDED.get(option, {}))
        for value in different(choice):
            rule = f"{option}={say(value)}" if choice.values else option
            options = msgspec.structs.replace(usual, **{option: value})
            for language in LANGUAGES:
                t = words(language)
                changed = [tip.topic for tip in tips if spell(t, coach.told(options, tip)) != spell(t, coach.told(usual, tip))]
                assert sorted(changed) == sorted(expected.get(rule, "").split()), (rule, language)


def spell(t: Words, tip: Tip) -> str:
    """A sentence with those of its facts that are the table's, and not the move's."""
    said = t.message(tip.key, 2 if len(messages("en")[tip.key]) > 1 else None) or ""
    return said.replace("{piles}", str(tip.facts.get("piles"))).replace("{target}", str(tip.facts.get("target")))


def test_cards_of_set_are_read_one_after_the_other() -> None:
    t = words("en")
    assert card("1ROF 2GBH", t) == "1, red, oval, full – 2, green, bean, striped"
