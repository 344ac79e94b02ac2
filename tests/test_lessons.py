"""The courses are played, lead to chapters that are there, and say the same in every language."""

import inspect
import re
from pathlib import Path

import pytest

from septet.games import GAMES
from septet.games.pictures import Block, Failure, blocks, play
from septet.i18n import LANGUAGES
from septet.i18n.books import rule_book
from septet.study.lessons import BOOK, answer, course, practices
from tests.test_rulebook import bare

FOLDERS = sorted({Path(inspect.getfile(type(game))).parent for game in GAMES.values()})
FILES = [file for folder in FOLDERS for file in sorted(folder.glob(f"{BOOK}.*.md"))]
TAUGHT = [name for name in GAMES if course(name, "en").steps]
LENGTHS = {
    "sep": (12, 16),
    "sepmosa": (12, 16),
    "set": (8, 12),
}  # of the first course of a family; the others are short
SHORT = (3, 6)
FIRST = {game.family: name for name, game in reversed(GAMES.items())}
MOST_WORDS = 90  # of a step, besides its title
SIGNS = re.compile(r"\b[A2-9TJQK][CDHS]\b|=>|`|\bP[1-9]\b|\bto-move\b")
CHAPTER = re.compile(r'<a id="([\w-]+)"></a>\s+## ')
LOOKED_UP = set("needs setup pictures clock away sight example summary faq options beyond".split())
RARE = {  # what is told in the book alone
    "sep": "piles matches",
    "sep-solo": "piles matches",
    "sepmosa": "full",
    "set-quick": "refill",
    "set-solo": "whole",
    "scout": "refill",
    "chipset": "forced",
    "setup": "full end match",
    "coopset": "noset end rating",
    "twenty": "false pile end match",
}
taught = pytest.mark.parametrize("name", TAUGHT)
every_language = pytest.mark.parametrize("language", LANGUAGES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name} {file.name}")
def test_every_goal_can_be_reached_and_is_not_reached_at_once(file: Path) -> None:
    drawn = list(blocks(file.read_text(encoding="utf-8")))
    assert drawn
    for block in drawn:
        assert play(block) == (1, [])


@pytest.mark.parametrize("folder", sorted({file.parent for file in FILES}), ids=lambda folder: folder.name)
def test_all_languages_have_the_same_positions_and_goals(folder: Path) -> None:
    texts = [(folder / f"{BOOK}.{language}.md").read_text(encoding="utf-8") for language in LANGUAGES]
    first, *rest = ([bare(block) for block in blocks(text)] for text in texts)
    assert all(other == first for other in rest)
    chapters = [re.findall(r"^- rule: (.+)$", text, re.MULTILINE) for text in texts]
    assert chapters[0] == chapters[1] == chapters[2]


@taught
def test_a_course_is_neither_too_short_nor_too_long(name: str) -> None:
    family = GAMES[name].family
    low, high = LENGTHS.get(name, SHORT) if FIRST[family] == name else SHORT
    assert low <= len(course(name, "en").steps) <= high


@taught
@every_language
def test_a_step_says_one_thing_in_few_words_and_no_signs(name: str, language: str) -> None:
    for step in course(name, language).steps:
        said = " ".join((step.title, step.text, step.hint, step.done))
        assert len(step.text.split()) <= MOST_WORDS, step.title
        assert "**" in step.text, f"{step.title}: what is to be done stands out"
        assert not SIGNS.search(said), (step.title, SIGNS.search(said))
        assert step.hint.endswith((".", "?", "!"))
        assert step.done.endswith((".", "?", "!"))


@taught
@every_language
def test_every_step_leads_to_a_chapter_that_is_there(name: str, language: str) -> None:
    game = GAMES[name]
    book = rule_book(type(game), game.book, language)
    for step in course(name, language).steps:
        assert step.rule.partition("#")[0] == name
    chapters = re.findall(CHAPTER, book)
    assert {one.chapter for one in practices(name, language)} <= set(chapters)


@taught
def test_every_chapter_leads_to_its_lesson(name: str) -> None:
    """But for what is there to be looked up, and what is rare."""
    game = GAMES[name]
    chapters = set(re.findall(CHAPTER, rule_book(type(game), game.book, "en")))
    led = {one.chapter for one in practices(name, "en")}
    assert chapters - led - LOOKED_UP == set(RARE.get(name, "").split())
    assert practices(name, "en")[0].game == name


@taught
def test_every_chapter_that_a_refusal_leads_to_is_met_in_a_lesson(name: str) -> None:
    """In the course itself, or in that of the game it builds on."""
    courses = {name, FIRST[GAMES[name].family]}
    met = {step.rule.partition("#")[2] for one in courses for step in course(one, "en").steps}
    assert set(GAMES[name].chapters) <= met


@taught
def test_the_answer_reaches_the_goal_in_as_many_moves_as_are_told(name: str) -> None:
    for number, step in enumerate(course(name, "en").steps, start=1):
        assert len(answer(name, number)) == step.moves > 0


TASK = "circle: 4D 9C 2S 6D TC 8S\ntokens: 7-0-0\nhand: 5D 3C\n"
WRONG = [
    ("goal: 0\nsolution: d", "goal_at_once"),
    ("goal: +2\nsolution: d 5D@b", "+2"),
    ("goal: +1\nsolution: d 5D@d", "5D@d"),
    ("goal: +1", "+1"),
    ("begin: 5D@b\ngoal: +1\nsolution: d", "begin_refused"),
    ("solution: d", "no_goal"),
    ("goal: +1\ngoal: +1\nsolution: d", "key_twice"),
    ("goal: beauty\nsolution: d", "unknown_check"),
]


@pytest.mark.parametrize(("asks", "problem"), WRONG, ids=[problem for _, problem in WRONG])
def test_a_step_that_cannot_be_learned_fails_the_check(asks: str, problem: str) -> None:
    lines = tuple(enumerate((TASK + asks).splitlines(), start=2))
    _, failures = play(Block("sep", 1, lines))
    assert [told(one) for one in failures] == [problem]


def told(failure: Failure) -> str:
    return getattr(failure.problem, "code", "") or failure.expected
