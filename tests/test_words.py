"""Every word that people read stands in three languages, and nothing stands there in vain."""

import ast
import re
import string
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

import septet
from septet.bots import BOTS
from septet.games import GAMES
from septet.games.errors import BadOption
from septet.games.game import TableMove, Timeout, tag_of
from septet.games.houses import PRESETS, group_of
from septet.games.options import Choice, choices, from_values, say
from septet.i18n import DOMAINS, FOLDER, FORMS, LANGUAGES, language_of, words
from septet.i18n.houserules import option_name, option_value
from tests.plain import suspicious

SOURCE = Path(septet.__file__).parent
WEB = Path(__file__).parent.parent / "web/src"
SPECS = {"", "seat", "signed", "refusal", *FORMS}
KINDS = {
    "BadText": "text",
    "BadOption": "option",
    "BadRecord": "record",
    "IllegalMove": "illegal",
    "Denied": "table",
    "BotFailed": "failure",
}


def catalogue(language: str, domain: str) -> Catalog:
    with (FOLDER / language / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
        return read_po(file, language, abort_invalid=True)


def plurals(string_or_forms: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (string_or_forms,) if isinstance(string_or_forms, str) else tuple(string_or_forms)


def messages(language: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for domain in DOMAINS:
        for message in catalogue(language, domain):
            if message.id:
                key = plurals(message.id)[0]
                assert key not in found, f"{key} stands in two catalogues"
                found[key] = plurals(message.string or "")
    return found


def fields(text: str) -> set[tuple[str, str]]:
    return {(name, spec or "") for _, name, spec, _ in string.Formatter().parse(text) if name is not None}


@cache
def nodes() -> list[ast.AST]:
    files = [file.read_text(encoding="utf-8") for file in SOURCE.rglob("*.py")]
    return [node for text in files for node in ast.walk(ast.parse(text))]


def called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def constant(node: ast.expr | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def literal_keys() -> set[str]:
    """Keys that the program names outright."""
    calls = [node for node in nodes() if isinstance(node, ast.Call) and called(node) == "t" and node.args]
    return {key for node in calls if (key := constant(node.args[0])) is not None}


def patterns() -> list[re.Pattern[str]]:
    """Keys that the program puts together: a pattern for each f-string that looks like one."""
    found = []
    for node in nodes():
        if isinstance(node, ast.JoinedStr):
            parts = [re.escape(part) if (part := constant(value)) else r"[\w-]+" for value in node.values]
            pattern = "".join(parts)
            if re.search(r"[a-z]\\\.|\\\.[a-z]", pattern):
                found.append(re.compile(pattern))
    return found


def web_keys() -> tuple[set[str], list[re.Pattern[str]]]:
    """Keys that the web app names outright, and patterns of those that it puts together."""
    files = [
        file for file in WEB.rglob("*") if file.suffix in (".ts", ".svelte") and not file.name.endswith(".test.ts")
    ]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    named = set(re.findall(r"'([a-z_-]+(?:\.\w+)+)'", text))
    built = [re.split(r"\$\{[^}]*\}", one) for one in re.findall(r"`([a-z_.]+\.(?:[\w.]|\$\{[^}]*\})+)`", text)]
    return named, [re.compile(r"[\w-]+".join(map(re.escape, parts))) for parts in built if parts[0].rstrip(".")]


def codes() -> set[tuple[str, str]]:
    """The kind and code of every refusal that the program can raise."""
    found = {("illegal", code) for game in GAMES.values() for code in game.refusals}
    for node in nodes():
        if isinstance(node, ast.Call) and called(node) in KINDS:
            at = 1 if called(node) == "IllegalMove" else 0
            code = constant(node.args[at]) if len(node.args) > at else None
            if code:
                found.add((KINDS[called(node)], code))
    return found


def put_together() -> set[str]:
    """The keys that the registries ask for."""
    found = {f"game.{name}" for name in GAMES}
    found |= {f"{key}.{bot}" for bots in BOTS.values() for bot in bots for key in ("bot", "bot_about")}
    found |= {f"table_move.{tag_of(move)}" for move in (*TableMove.__args__, Timeout)}
    for game in GAMES.values():
        found |= {f"{game.family}.option.{name}" for name in choices(game.Options)}
        found |= {f"{game.family}.ending.{ending}" for ending in game.endings}
        found |= {f"{game.family}.ending_name.{ending}" for ending in game.endings}
        if game.family != "setgame":  # there it is told what happened, not what was done
            found |= {f"{game.family}.tell.{tag_of(move)}" for move in get_args(game.moves)}
    return found


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_language_has_the_same_keys_forms_and_fields(language: str) -> None:
    english, other = messages("en"), messages(language)
    assert english.keys() == other.keys()
    for key, text in english.items():
        assert len(text) == len(other[key]), key
        for form in other[key]:
            assert fields(form) == fields(text[-1]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_is_empty_or_asks_for_an_unknown_form(language: str) -> None:
    for key, text in messages(language).items():
        for form in text:
            assert form.strip(), key
            assert {spec for _, spec in fields(form)} <= SPECS, key


def test_a_form_of_facts_is_one_familys_and_the_web_app_has_it_too() -> None:
    for family in {game.family for game in GAMES.values()}:
        own = {name for game in GAMES.values() if game.family == family for name in game.forms}
        assert not own & {name for game in GAMES.values() if game.family != family for name in game.forms}
        told = (WEB / "boards" / family / "family.ts").read_text("utf-8").partition("forms: {")[2]
        assert own <= set(re.findall(r"\b(\w+): \(", told))


def test_no_key_is_missing() -> None:
    known = messages("en").keys()
    assert literal_keys() <= known
    assert put_together() <= known
    for kind, code in codes():
        owners = ["", *(f"{game.family}." for game in GAMES.values())]
        assert any(f"{owner}{kind}.{code}" in known for owner in owners), f"{kind}.{code}"


def test_the_web_app_asks_for_no_key_that_is_missing() -> None:
    known = messages("en").keys()
    named, built = web_keys()
    assert len(named) > 100
    rooms = {key.partition(".")[0] for key in known}
    assert {key for key in named if key.partition(".")[0] in rooms} <= known
    for pattern in built:
        assert any(pattern.fullmatch(key) or pattern.fullmatch(key.partition(".")[2]) for key in known), pattern.pattern


def test_no_key_is_unused() -> None:
    in_web, built_in_web = web_keys()
    named = in_web | {
        value for node in nodes() if isinstance(node, ast.Constant) and isinstance(value := node.value, str)
    }
    refusals = {f"{kind}.{code}" for kind, code in codes()}
    found = patterns() + built_in_web
    for key in messages("en"):
        own = key.partition(".")[2]
        used = key in named or own in named or key in refusals or own in refusals
        assert used or any(pattern.fullmatch(key) or pattern.fullmatch(own) for pattern in found), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogues_are_those_in_the_tree(language: str) -> None:
    t = words(language)
    for key, text in messages(language).items():
        assert t.message(key, 1 if len(text) > 1 else None) == text[0], key


@pytest.mark.parametrize("language", ["fr", "nl"])
def test_the_words_of_the_argument_parser_keep_their_fields(language: str) -> None:
    percent = re.compile(r"%(?:\(\w+\))?[srd]")
    for message in catalogue(language, "argparse"):
        if message.id:
            assert message.string
            assert sorted(percent.findall(str(message.id))) == sorted(percent.findall(str(message.string)))


def test_an_unknown_key_is_an_error_and_not_shown_to_people() -> None:
    with pytest.raises(KeyError):
        words("en")("no.such.key")


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_BE.UTF-8"}, "fr"),
        ({"LANG": "fr_FR", "LC_ALL": "nl_NL.UTF-8"}, "nl"),
        ({"LANGUAGE": "de:nl", "LANG": "fr_FR"}, "nl"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
    ],
)
def test_the_language_comes_from_the_environment(environ: dict[str, str], language: str) -> None:
    assert language_of(environ) == language


def test_a_valet_is_a_v_in_french_and_a_vrouw_too_in_dutch() -> None:
    def written(card: str) -> list[str]:
        return [words(language).format_field(card, "card") for language in LANGUAGES]

    assert written("JH") == ["J♥", "V♥", "B♥"]
    assert written("QS") == ["Q♠", "D♠", "V♠"]
    assert written("KC") == ["K♣", "R♣", "K♣"]
    assert written("TD") == ["10♦"] * 3
    assert written("AS") == ["A♠"] * 3


def test_plural_forms_follow_the_language() -> None:
    counted = {language: [words(language)("sep.tell.new_pile", n=n) for n in (0, 1, 2)] for language in LANGUAGES}
    assert counted["en"][0].endswith("0 cards.")
    assert counted["en"][1].endswith("1 card.")
    assert counted["fr"][0].endswith("0 carte.")
    assert counted["fr"][2].endswith("2 cartes.")
    assert counted["nl"][1].endswith("1 kaart.")
    below = {language: [words(language)("board.coop.points", n=n) for n in (-1, -12)] for language in LANGUAGES}
    assert below == {
        "en": ["-1 point", "-12 points"],
        "fr": ["-1 point", "-12 points"],
        "nl": ["-1 punt", "-12 punten"],
    }


def options_of_games() -> list[tuple[str, Choice]]:
    found = {(game.family, one.name, one): one for game in GAMES.values() for one in choices(game.Options).values()}
    return [(family, one) for (family, _, _), one in found.items()]


def as_identifier(words: str) -> str:
    return re.sub(r"[\s-]+", "_", words.lower().strip("?!. "))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_and_every_value_has_words_of_its_own(language: str) -> None:
    t = words(language)
    known = messages(language)
    for family, choice in options_of_games():
        name = option_name(t, family, choice.name)
        assert as_identifier(name) != choice.name, "an option that players read as its identifier"
        assert len(name) <= 45, name
        told = [str(value) for value in (choice.low, choice.default, choice.high)]
        if choice.values:
            told = [say(value) for value in choice.values]
        in_words = [option_value(t, family, choice.name, value) for value in told]
        for value, text in zip(told, in_words, strict=True):
            assert as_identifier(text) != value.replace("-", "_"), f"{family}.option.{choice.name}.{value}"
        assert len(set(in_words)) == len(set(told)), f"two values of {choice.name} are called alike"
        sentence = known[f"{family}.option.{choice.name}"][0]
        assert not re.search(r"\w_\w|\w=\w", sentence), sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_group_and_every_house_of_a_game_has_words(language: str) -> None:
    t = words(language)
    for name, game in GAMES.items():
        assert re.search(r"[.?!] \w", t(f"web.game.about.{name}")), "two sentences on its page"
        known = choices(game.Options)
        for group in {group_of(game.family, option) for option in known} - {""}:
            assert t(f"{game.family}.group.{group}")
        for preset, options in PRESETS.get(name, {}).items():
            assert t(f"{game.family}.preset.{preset}")
            assert t(f"{game.family}.preset.{preset}.about")
            assert from_values(game.Options, options) != game.Options()


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "“Dead mosaic: stays” is possible only together with “Turns at most: 1 turn or more”."),
        ("fr", "« Mosaïque morte : reste » ne va qu’avec « Tours au plus : 1 tour ou plus »."),
        ("nl", "‘Dood mozaïek: blijft liggen’ kan alleen samen met ‘Hoogstens zoveel beurten: 1 beurt of meer’."),
    ],
)
def test_a_refusal_about_house_rules_has_names_for_people_and_identifiers_in_a_terminal(
    language: str, told: str
) -> None:
    with pytest.raises(BadOption) as refusal:
        from_values(GAMES["sepmosa"].Options, {"dead_reset": False, "max_plies": 0})
    assert "dead_reset=off" in words(language).refusal(refusal.value)
    refusal.value.family = "sepmosa"
    assert words(language).refusal(refusal.value) == told


IN_TERMINALS = re.compile(r"(cli|examples|about|text|serve|work|admin|doctor|conform|python)\..*|\w+\.play\.help")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("sep.ending.seven", ["sep.ending.seven"]),
        ("Le tour de high_low", ["high_low"]),
        ("Avec action=on", ["action=on"]),
        ("{n} jetons", ["{n}"]),
        ("0.5 s, 12.30 h, e.g. that. Then", []),
        ("Septet: 7–5 … A-2-3, « Set »", []),
    ],
)
def test_what_looks_like_a_key_is_seen(text: str, found: list[str]) -> None:
    assert suspicious(text) == found


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_for_people_holds_an_identifier(language: str) -> None:
    for key, text in messages(language).items():
        for form in () if IN_TERMINALS.fullmatch(key) else text:
            assert not suspicious(re.sub(r"\{\w+(?::\w+)?\}", "…", form)), key


def endings() -> set[tuple[str, str]]:
    """Every family and how its games can end: by their rules, or because the table ends them."""
    by_table = {"resigned", "agreed"}
    by_table |= {
        reason
        for node in nodes()
        if isinstance(node, ast.Call) and called(node) == "Forfeit" and node.args and (reason := constant(node.args[0]))
    }
    return {(game.family, reason) for game in GAMES.values() for reason in by_table | game.endings}


def test_however_a_game_ends_there_are_words_for_it() -> None:
    assert {("sep", "clock"), ("setgame", "left"), ("sepmosa", "target")} <= endings()
    known = messages("en").keys()
    for family, reason in sorted(endings()):
        assert known & {f"{family}.ending.{reason}", f"ending.{reason}", f"web.ending.{reason}"}, (family, reason)
    alone = {f"sep-solo.ending.{reason}" for reason in GAMES["sep-solo"].endings}
    assert alone <= known, "alone one is told what the points are for"
