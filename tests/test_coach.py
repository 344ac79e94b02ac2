"""What the coach says: of everything something, in three languages, and nothing that has no words."""

import random
import re
import string
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest

from septet.games import GAMES
from septet.games.coaching import Coach, Tip, since_own, topics
from septet.games.pictures import read as try_in
from septet.games.setgame.forms import card
from septet.games.setgame.state import SetEvent
from septet.i18n import LANGUAGES, words
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
    assert len({tip.key for tip in tips}) == len(tips)
    for tip in tips:
        said = t.message(tip.key, 2 if len(messages(language)[tip.key]) > 1 else None)
        assert said, tip.key
        assert len(said) <= LONGEST, (tip.key, len(said))
        assert said.endswith((".", "!", "?")), tip.key
    for place, key in GAMES[name].coach.places.items():
        assert 2 < len(t(key)) <= LONGEST_NAME, place


@every_game
def test_what_a_game_says_otherwise_is_said_and_what_all_say_is_not_said_again(name: str) -> None:
    game = GAMES[name]
    tips = topics(game)
    assert game.coach.own <= {tip.topic for tip in tips}
    assert all(tip.key.startswith(f"{name}.coach.") for tip in tips if tip.topic in game.coach.own)


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
    """A game by chance, and what each seat hears after every move."""
    for state in islice(states(game, rng), 160):
        for seat in range(len(game.scores(state))):
            view = game.view(state, seat)
            last = () if view.last is None else tuple(game.coach.happened(view, view.last))
            yield view, last, game.coach.now(view, game.offers(view))


@every_game
def test_all_that_is_said_in_games_by_chance_has_words_and_its_facts(name: str) -> None:
    game = GAMES[name]
    known = {(tip.topic, tip.key) for tip in topics(game)}
    heard: set[str] = set()
    for number in range(6):
        for _, happened, now in spoken(game, random.Random(f"coach {name} {number}")):
            for tip in (*happened, *now):
                assert (tip.topic, tip.key) in known
                assert fields(tip.key) <= tip.facts.keys(), tip
                heard.add(tip.topic)
            assert not now or now[0].topic.startswith("phase.")
    assert len(heard) > len({topic for topic, _ in known}) / 3, sorted(heard)


@every_game
def test_whatever_happens_is_spoken_of(name: str) -> None:
    """A move without a word is one that a newcomer wonders at."""
    game = GAMES[name]
    for number in range(2):
        for view, happened, now in spoken(game, random.Random(f"events {name} {number}")):
            if view.last:
                assert happened or now, view.last  # of one's own call one hears what to do next


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


def test_cards_of_set_are_read_one_after_the_other() -> None:
    t = words("en")
    assert card("1ROF 2GBH", t) == "1, red, oval, full – 2, green, bean, striped"


QUOTED = re.compile("“([^”]+)”|« ?([^»]+?) ?»|‘([^’]+)’(?=[ ,.:;?!]|$)")


@every_language
@every_game
def test_what_is_quoted_is_written_on_a_button(name: str, language: str) -> None:
    """Who is told to press “Still looking” looks for these words."""
    buttons = {said for key, forms in messages(language).items() if "coach" not in key for said in forms}
    for tip in topics(GAMES[name]):
        for form in messages(language)[tip.key]:
            for found in QUOTED.finditer(form):
                assert next(filter(None, found.groups())) in buttons, form


def table_of(name: str, **options: Any) -> tuple[AnyGame, Any]:
    """A game with these options, and what its first seat sees at the start."""
    game = GAMES[name]
    seats = 2 if 2 in game.seats else game.seats.start
    return game, game.view(game.deal(game.Options(**options), seats, bytes(32)), 0)


# What a house rule changes of what the coach says: the rule, the topic, and words that come or go with it.
HOUSE_RULES: list[tuple[str, dict[str, Any], str, str, str]] = [
    ("set", {"pick_timeout_s": 9}, "offer.call", "has 9 seconds", ""),
    ("set", {"false_call_cost": 3}, "rule.mistakes", "costs 3 points", ""),
    ("set", {"false_call_cost": 0}, "rule.mistakes", "costs no points", "costs 0"),
    ("set", {"claim_mode": "direct", "false_call_cost": 2}, "offer.claim", "no set costs 2 points", ""),
    ("set", {"claim_mode": "direct", "false_call_cost": 0}, "offer.claim", "costs nothing", "costs 0"),
    ("set", {"claim_mode": "direct"}, "rule.claim", "at once", "call"),
    ("set", {"false_call_freeze": "until_next_set"}, "phase.rest", "after the next set", "a moment"),
    ("set", {"timeout_cost": "free"}, "event.lock_expired", "costs nothing", "false call"),
    ("set", {"noset_reward": 1}, "event.true_noset", "brings a point", ""),
    ("set", {"noset_mode": "vote_checked"}, "offer.noset", "and there is none", ""),
    ("set", {"noset_mode": "claim"}, "offer.noset", "if it is true", "all say so"),
    ("set", {"noset_mode": "claim"}, "rule.noset", "must be right", "all"),
    ("set", {"noset_mode": "auto"}, "rule.noset", "the table itself", "all who play"),
    ("set-solo", {"solo_end": "stop"}, "offer.noset", "ends the game", ""),
    ("set-solo", {"solo_end": "add3"}, "offer.noset", "three more cards", "ends the game"),
    ("scout", {"scout_commit_s": 20}, "phase.look", "20 s", ""),
    ("scout", {"scout_second_penalty": "none"}, "offer.second", "out of the round", "costs you"),
    ("scout", {"scout_second_penalty": "none"}, "event.second_tried", "Wrong", "costs a card"),
    ("scout", {"scout_second_penalty": "none"}, "rule.mistakes", "puts you out of the round", "is wrong loses a card"),
    ("scout", {"second_shows_third": True}, "phase.second", "its two other cards", "a second card"),
    ("scout", {"noset_mode": "claim"}, "offer.noset", "if it is true", "all say so"),
    ("chipset", {"bet_limit": 7}, "rule.betting", "at most 7", "three"),
    ("chipset", {"expose_check": False}, "phase.question", "need no set", "need a set"),
    ("chipset", {"chip_disjoint": True}, "goal.aim", "without a common card", ""),
    ("chipset", {"chip_disjoint": True}, "rule.counting", "in two of them", ""),
    ("chipset", {"chip_short": "must_fold"}, "rule.short", "must fold", "that part of the pot"),
    ("setup", {"setup_check": "auto"}, "phase.watch", "the table itself", "Press"),
    ("setup", {"setup_check": "auto"}, "event.card_played", "the table itself", "you may show"),
    ("setup", {"setup_false_penalty": "none"}, "event.challenge_bad", "costs nothing", "silent"),
    ("setup", {"setup_false_penalty": "bar_and_1"}, "event.challenge_bad", "costs a point", ""),
    ("coopset", {"coop_rules": "modern"}, "offer.commit_layout", "twelve other cards", "costs a point"),
    ("coopset", {"coop_rules": "modern"}, "event.layout_scored", "taken at once", "brings none"),
    ("coopset", {"coop_control": "leader"}, "rule.team", "first player", "together"),
    ("twenty", {"pick_timeout_s": 12}, "offer.call", "has 12 seconds", ""),
    ("twenty", {"tt_refresh": "auto"}, "event.table_refreshed", "Nobody had a set", "All asked"),
    ("twenty", {"tt_refresh": "off"}, "rule.refresh", "never", "all ask"),
]


@pytest.mark.parametrize("rule", HOUSE_RULES, ids=lambda rule: f"{rule[0]} {rule[1]} {rule[2]}")
def test_a_sentence_follows_the_house_rules_of_its_table(rule: tuple[str, dict[str, Any], str, str, str]) -> None:
    name, options, topic, there, gone = rule
    game, view = table_of(name, **options)
    said = heard_at(game, view, topic)
    assert there in said
    assert not gone or gone not in said


def heard_at(game: AnyGame, view: Any, topic: str) -> str:
    group: Any
    group, _, name = topic.partition(".")
    coach = game.coach
    facts = {"n": 2, "features": "number"} if group == "event" else coach.facts(view)
    tip = coach.tip(group, name, way=coach.way(view, topic), **facts)
    return words("en")(tip.key, **tip.facts)


# What no sentence speaks of, or only in words that are true whatever was agreed.
UNSPOKEN = {
    "set": "noset_grace_s auto_noset_delay_s end_mode cooldown_s score_floor deals late_join tie_break",
    "scout": "noset_grace_s auto_noset_delay_s end_mode deals second_timeout_s freeze_until scout_debt lost_card_to",
    "chipset": "chip_stack chip_ante raises_per_player first_speaker first_bet_forced chip_table_max chip_count "
    "zero_pot chip_match chip_rounds",
    "setup": "deals setup_window_s setup_last_window_s setup_end",
    "coopset": "coop_complete coop_detect coop_final_layout",
    "twenty": "cooldown_s tt_hands tt_table_only draw_cooldown_s tt_target_factor",
}


@pytest.mark.parametrize("name", UNSPOKEN)
def test_every_house_rule_is_followed_or_is_known_not_to_be_spoken_of(name: str) -> None:
    """Whoever adds a house rule says here what becomes of the sentences."""
    spoken_of = {option for game, options, _, _, _ in HOUSE_RULES for option in options if game == name}
    assert spoken_of | {*UNSPOKEN[name].split()} == {*GAMES[name].Options.__struct_fields__}
    for option in UNSPOKEN[name].split():
        assert not any(option in fields(tip.key) for tip in topics(GAMES[name]))


@every_game
def test_the_aim_and_the_rules_are_said_with_a_table_and_without_one(name: str) -> None:
    """In a lesson there is no table yet; then as the book has it."""
    game = GAMES[name]
    view = game.view(next(states(game, random.Random(1))), 0)
    chapters = sorted({*game.coach.chapters.values()})
    for seen in (None, view):
        assert game.coach.goal(seen).topic == "goal.aim"
        assert game.coach.rules(chapters, seen).keys() == {*chapters}
    assert Coach.facts(game.coach, view) == {}


def test_what_has_passed_is_not_told_when_something_else_has_happened_since() -> None:
    game = GAMES["set"]
    view = game.view(next(states(game, random.Random(1))), 0)
    called, taken = (SetEvent("call", 1),), (SetEvent("set_taken", 1, ("1ROF", "2ROF", "3ROF")),)
    assert [tip.topic for tip in game.coach.since(view, [called])] == ["event.call"]
    assert [tip.topic for tip in game.coach.since(view, [called, taken])] == ["event.set_taken"]


SHARED_SIGNS = {"en": ("same", "different"), "fr": ("pareil", "différent"), "nl": ("gelijk", "verschillend")}


@every_language
@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.family == GAMES["set"].family])
def test_whoever_has_never_heard_of_a_set_is_told_at_once_what_one_is(name: str, language: str) -> None:
    """Before the first move, wherever one sits and whoever begins, in two sentences: a phone shows no more."""
    game = GAMES[name]
    t = words(language)
    state = next(states(game, random.Random(1)))
    for seat in range(len(game.scores(state))):
        view = game.view(state, seat)
        tips = (game.coach.goal(view), *game.coach.now(view, game.offers(view)))[:2]
        assert any(all(sign in t(tip.key, **tip.facts) for sign in SHARED_SIGNS[language]) for tip in tips), seat


@pytest.mark.parametrize("name", ["set", "scout"])
def test_nobody_thinks_of_no_set_while_one_is_shown_or_looked_for(name: str) -> None:
    game = GAMES[name]
    heard: set[str] = set()
    for _, _, now in islice(spoken(game, random.Random(f"show {name}")), 200):
        said = {tip.topic for tip in now}
        heard |= said
        assert "offer.noset" not in said or not said & {"offer.pick", "offer.unpick", "offer.second", "phase.seal"}
    assert "offer.noset" in heard and heard & {"offer.pick", "phase.seal"}
