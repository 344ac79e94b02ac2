"""Why a move is refused stands in the rule book, and every refusal knows where."""

import pytest

from septet.games import GAMES
from septet.games.game import place_of
from septet.i18n import LANGUAGES
from septet.i18n.books import rule_book

NOT_OF_THE_RULES = {"game_over", "no_such_timer", "unknown_move", "needs_a_seat"}


@pytest.mark.parametrize("name", GAMES)
def test_every_refusal_of_a_game_has_its_chapter_and_no_other_has_one(name: str) -> None:
    codes = [code for some in GAMES[name].chapters.values() for code in some.split()]
    assert len(codes) == len(set(codes))
    assert set(codes) == GAMES[name].refusals - NOT_OF_THE_RULES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_chapters_are_in_the_books_of_all_languages(name: str, language: str) -> None:
    game = GAMES[name]
    book = rule_book(type(game), game.book, language)
    assert all(f'<a id="{place}"></a>' in book for place in GAMES[name].chapters)


def test_what_is_no_matter_of_rules_has_no_chapter() -> None:
    assert place_of(GAMES["sep"], "not_connected") == "sep#placing"
    assert place_of(GAMES["sep"], "too_fast") is None
