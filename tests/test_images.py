"""Pictures of positions: what lies there is drawn where it lies, and what is hidden is nowhere in them."""

import random
import re
from collections import Counter
from typing import Any
from xml.etree import ElementTree

import pytest

from septet.games import GAMES
from septet.i18n import LANGUAGES, words
from septet.images import NoSheet, artwork, png, sheet, svg
from septet.images.images import FAMILIES, seats
from tests.playing import AnyGame, states, watchers

SPACE = "{http://www.w3.org/2000/svg}"
PIECE = re.compile(r'data-piece="([^"]*)" data-place="([^"]*)"')
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def some_states(game: AnyGame, count: int = 6) -> list[Any]:
    """Positions of a random game, from its beginning to its end."""
    row = list(states(game, random.Random(f"images {game.name}")))
    return [row[len(row) * at // (count - 1) - (at == count - 1)] for at in range(count)]


def drawn(picture: str) -> Counter[tuple[str, str]]:
    return Counter(PIECE.findall(picture))


def sep_pieces(view: Any) -> Counter[tuple[str, str]]:
    """What lies open in SEP: the stacks, the tokens, the tops of the open piles, the hand of whoever looks."""
    found = Counter((card, f"slot {slot}") for slot, stack in zip("abcdef", view.circle, strict=True) for card in stack)
    found["token", "centre"] += view.centre
    for seat, tokens in enumerate(view.tokens):
        found["token", f"tokens {seat}"] += tokens
    for name, pile in (("reserve", view.reserve), ("spent", view.action_discard)):
        found.update((card, name) for card in pile[-1:])
    for seat, shown in enumerate(view.shown):
        own = (*view.number_hand, *view.action_hand) if seat == view.seat else shown
        found.update((card, f"hand {seat}") for card in own)
    return +found


def sepmosa_pieces(view: Any) -> Counter[tuple[str, str]]:
    cells = {"d0": "*", **view.mosaic}
    found = Counter((tile + "~" * (cell in view.floating), f"cell {cell}") for cell, tile in cells.items())
    return found + Counter((tile, f"rack {view.seat}") for tile in view.rack)


def set_pieces(view: Any) -> Counter[tuple[str, str]]:
    found = Counter((card, f"table {at}") for at, card in enumerate(view.slots) if card)
    for seat in range(view.seats):
        own = view.hand if seat == view.seat and hasattr(view, "hand") else getattr(view, "backs", {seat: ()})[seat]
        found.update((card, f"hand {seat}") for card in own if card)
    return found


OPEN = {"sep": sep_pieces, "sepmosa": sepmosa_pieces, "setgame": set_pieces}


@every_game
def test_a_picture_holds_what_its_view_sees_and_nothing_else(game: AnyGame) -> None:
    for state in some_states(game):
        for seat in watchers(game, state):
            view = game.view(state, seat)
            found = drawn(svg(game, [view]))
            backs = {piece for piece in found if "??" in piece[0] or piece[0] == "no_token"}
            assert Counter({piece: n for piece, n in found.items() if piece not in backs}) == OPEN[game.family](view)


@every_game
def test_with_the_views_of_all_seats_all_hands_lie_open(game: AnyGame) -> None:
    for state in some_states(game, 3):
        views = [game.view(state, seat) for seat in range(len(game.scores(state)))]
        found = drawn(svg(game, views))
        for view in views:
            missing = OPEN[game.family](view) - found
            assert not missing


@every_game
def test_a_picture_needs_nothing_beside_itself(game: AnyGame) -> None:
    """Neither fonts nor styles: colours and letters are in it, in every theme, palette and language."""
    view = game.view(some_states(game)[3], 0)
    for theme in ("light", "dark"):
        for palette in ("classic", "clear", "grey"):
            for language in LANGUAGES:
                picture = svg(game, [view], language=language, theme=theme, palette=palette)
                assert not re.search(r"var\(|currentColor|<text|NaN|undefined", picture)
                root = ElementTree.fromstring(picture)
                used = {one.get("href", "")[1:] for one in root.iter(f"{SPACE}use")}
                assert used == {one.get("id") for one in root.findall(f"{SPACE}defs/{SPACE}g")}


@every_game
def test_pixels_are_as_wide_as_is_asked_for(game: AnyGame) -> None:
    picture = svg(game, [game.view(some_states(game)[2], None)])
    root = ElementTree.fromstring(picture)
    made = png(picture, 300)
    assert made.startswith(b"\x89PNG\r\n\x1a\n")
    wide, high = int.from_bytes(made[16:20], "big"), int.from_bytes(made[20:24], "big")
    assert wide == 300
    assert abs(high - 300 * float(root.get("height", "")) / float(root.get("width", ""))) <= 1


def test_every_piece_has_its_face() -> None:
    faces = sheet.sheet().faces
    assert {*faces} == {*FAMILIES} == {game.family for game in GAMES.values()}
    for game in GAMES.values():
        state = game.deal(game.Options(), max(1, game.seats.start), bytes(32))
        pieces = {piece for piece in game.study.pieces(state) if piece not in ("token", "chip", "joker")}
        assert pieces <= {*faces[game.family]}, game.name


def test_courts_have_the_letters_of_their_language() -> None:
    game = GAMES["sep"]
    views = (game.view(state, 0) for state in states(game, random.Random(1)))
    view = next(view for view in views if "J" in "".join(view.action_hand))
    made = {language: svg(game, [view], language=language) for language in ("en", "fr")}
    jack = next(card for card in view.action_hand if card[0] == "J")
    letters = {}
    for language, picture in made.items():
        body = re.search(rf'<g id="sep-{jack}">(.*?)</g>', picture, re.DOTALL)
        assert body
        letters[language] = re.findall(r'<path d="(M[^"]*)" transform="translate\(0\)"', body[1])[0]
    known = sheet.sheet().letters["numerals"]
    assert letters == {"en": known["J"][1], "fr": known["V"][1]}


def test_names_are_words_and_nothing_else() -> None:
    game = GAMES["sepmosa"]
    view = game.view(game.deal(game.Options(), 2, bytes(32)), 0)
    names = ["<script>alert(1)</script> & co", "Zoë 🦊 " + "very long " * 20]
    picture = svg(game, [view], names)
    assert "script" not in picture
    ElementTree.fromstring(picture)
    assert seats(game, view) == 2
    fitted = artwork.Artwork(words("en")).fitted(names[1], 22, 150)
    assert fitted.startswith("Zoë")
    assert fitted.endswith("…")


def test_without_the_sheet_it_is_said_what_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setattr(sheet, "FILE", tmp_path / "sheet.json")
    sheet.sheet.cache_clear()
    try:
        with pytest.raises(NoSheet, match="has not been built"):
            sheet.sheet()
    finally:
        sheet.sheet.cache_clear()
