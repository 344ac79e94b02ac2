"""The rule books are played, and say the same in every language."""

import inspect
import re
from pathlib import Path

import pytest

from septet.games import GAMES
from septet.games.options import FEW, choices, say
from septet.games.pictures import Block, blocks, play

LANGUAGES = ("en", "fr", "nl")
STEMS = {name: Path(inspect.getfile(type(game))).parent / game.book for name, game in GAMES.items()}
EVERY_STEM = sorted(set(STEMS.values()))
BOOKS = [stem.with_suffix(f".{language}.md") for stem in EVERY_STEM for language in LANGUAGES]
WORKED = {  # the worked positions that the books of a game must draw
    "sep": "1 3 4 5 7 8 9 11 12 13 14 16 18 19 20 22 23 25 26 27 29 31 32 34 35 37 38 40 41 43 44 45 48 49 51 53",
    "sepmosa": "01 02 03 04 05 06 07 08 09 10 12 13 15 16 18 19 20 22 23 25 26 27 29 31 32 34 36 38 41",
}
every_book = pytest.mark.parametrize("book", BOOKS, ids=[f"{book.parent.name} {book.name}" for book in BOOKS])
every_game = pytest.mark.parametrize("stem", EVERY_STEM, ids=[f"{stem.parent.name} {stem.name}" for stem in EVERY_STEM])


def text_of(book: Path) -> str:
    return book.read_text(encoding="utf-8")


def pictures(book: Path) -> list[Block]:
    return list(blocks(text_of(book)))


def bare(block: Block) -> tuple[str, list[str]]:
    """A picture without its comments, which are in the language of the book."""
    lines = (line.partition("#")[0].split() for _, line in block.lines)
    return block.game, [" ".join(words) for words in lines if words]


def prose(book: Path) -> str:
    """The book without its fenced blocks."""
    return re.sub(r"^(`{3,}).*?^\1$", "", text_of(book), flags=re.MULTILINE | re.DOTALL)


def headings(book: Path) -> list[tuple[int, str]]:
    """The level of each heading, and the number that it begins with."""
    found = re.findall(r"^(#+) ([\d.]*)", prose(book), re.MULTILINE)
    return [(len(signs), number) for signs, number in found]


@every_book
def test_every_picture_holds(book: Path) -> None:
    drawn = pictures(book)
    assert drawn
    for block in drawn:
        _, failures = play(block)
        assert failures == []


@every_game
def test_all_languages_have_the_same_pictures(stem: Path) -> None:
    first, *rest = ([bare(block) for block in pictures(stem.with_suffix(f".{name}.md"))] for name in LANGUAGES)
    for other in rest:
        assert other == first


@every_game
def test_all_languages_have_the_same_headings(stem: Path) -> None:
    first, *rest = (headings(stem.with_suffix(f".{name}.md")) for name in LANGUAGES)
    assert first
    for other in rest:
        assert other == first


@every_game
def test_all_languages_have_the_same_anchors(stem: Path) -> None:
    first, *rest = (re.findall(r'<a id="([^"]+)">', text_of(stem.with_suffix(f".{name}.md"))) for name in LANGUAGES)
    assert len(set(first)) == len(first)
    for other in rest:
        assert other == first


@every_book
def test_every_link_inside_a_book_leads_somewhere(book: Path) -> None:
    text = text_of(book)
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= set(re.findall(r'<a id="([^"]+)">', text))


MINUTE = re.compile(r'^<a id="minute"></a>\n## .+?(?=^1\. \[|^<a id=)', re.MULTILINE | re.DOTALL)


@every_book
def test_every_book_opens_with_the_game_in_one_minute(book: Path) -> None:
    found = MINUTE.search(text_of(book))
    assert found, "before the contents"
    assert len(re.findall(r"^- .+[.!]$", found[0], re.MULTILINE)) == 5
    (drawn,) = blocks(found[0])
    assert sum("=>" in line for _, line in drawn.lines) == 3  # it can be touched
    words = re.sub(r"```.+?```", "", found[0], flags=re.DOTALL).split()
    assert len(words) <= 200  # as many as a person reads in a minute
    family = GAMES[drawn.game].family
    first = next(name for name, game in GAMES.items() if game.family == family)
    new = re.search(r"^\*.+ SET ?: .+\.\*$", found[0], re.MULTILINE)
    assert (new is None) == (drawn.game == first)


@every_book
def test_every_option_and_its_values_are_in_the_book(book: Path) -> None:
    text = prose(book)
    for name in (
        name for name, stem in STEMS.items() if book.name.startswith(f"{stem.name}.") and book.parent == stem.parent
    ):
        for choice in choices(GAMES[name].Options).values():
            assert f"`{choice.name}`" in text or f"`{choice.name}=" in text
            few = choice.values if len(choice.values) <= FEW else re.findall(r"\d+", choice.range_text())
            for value in few:
                assert re.search(rf"\b{say(value)}\b", text)


@every_book
def test_every_worked_position_is_drawn(book: Path) -> None:
    comments = "\n".join(line.partition("#")[2] for block in pictures(book) for _, line in block.lines)
    assert {*WORKED.get(book.parent.name, "").split()} <= {*re.findall(r"\b[WP](\d+)\b", comments)}


@every_book
def test_every_book_says_where_it_goes_beyond_the_printed_sheets(book: Path) -> None:
    chapter = text_of(book).partition('<a id="beyond"></a>')[2]
    assert re.search(r"^- \*\*", chapter, re.MULTILINE)


ONE_WORD = {"fr": r"[“”]", "nl": r"[“”]|\beigenschap"}  # quotation marks and words that other books do not use


@pytest.mark.parametrize("book", [book for book in BOOKS if book.suffixes[-2] != ".en"], ids=lambda book: book.name)
def test_a_language_has_one_word_for_one_thing(book: Path) -> None:
    assert not re.search(ONE_WORD[book.suffixes[-2][1:]], text_of(book))


@every_book
def test_what_is_notation_is_marked_from_its_beginning_to_its_end(book: Path) -> None:
    marks = re.findall(r"<!-- (/?)notation -->", text_of(book))
    assert marks
    assert marks == ["", "/"] * (len(marks) // 2)
