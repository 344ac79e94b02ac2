"""The laws that every game keeps: each is a function of a game and of chance that plays a random game, and asserts.

In other words: property-based testing, and metamorphic testing where a law compares two games.
"""

import math
import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from septet.games.game import Choose, IllegalMove
from septet.games.log import read, write
from septet.games.options import heard, said, view_from
from septet.i18n import LANGUAGES, words
from tests.playing import AnyGame, random_log, random_options, states, steps, watchers

encode = msgspec.msgpack.encode


def pieces_are_conserved(game: AnyGame, rng: random.Random) -> None:
    """Cards, tiles, tokens and chips neither appear nor vanish."""
    row = states(game, rng)
    dealt = Counter(game.study.pieces(next(row)))
    for state in row:
        assert Counter(game.study.pieces(state)) == dealt


def a_view_tells_nothing_more(game: AnyGame, rng: random.Random) -> None:
    """Whatever a seat cannot see may be dealt anew, and it sees the same."""
    for state in states(game, rng):
        for seat in watchers(game, state):
            view = game.view(state, seat)
            assert game.view(game.guess(view, rng), seat) == view


def a_view_is_the_same_whoever_looked_before(game: AnyGame, rng: random.Random) -> None:
    for state in states(game, rng):
        seats = watchers(game, state)
        views = {seat: game.view(state, seat) for seat in seats}
        for first in seats:
            turned = [game.turned(views[first], state, seat) if game.turned else views[seat] for seat in seats]
            assert turned == list(views.values())


def apply_leaves_its_input_alone(game: AnyGame, rng: random.Random) -> None:
    for state in states(game, rng):
        before = encode(state)
        for seat in game.to_move(state):
            move = rng.choice(game.legal(game.view(state, seat)))
            try:
                game.apply(state, seat, move)
            except IllegalMove as refusal:
                assert refusal.code in game.attempts
            assert encode(state) == before


def replaying_the_log_gives_the_state(game: AnyGame, rng: random.Random) -> None:
    """And so does reading the record of the game."""
    log = random_log(game, rng)
    options = log.tables[0].state.options
    state = game.deal(options, len(log.header.seats), log.seed)
    for table, entry in zip(log.tables, log.entries, strict=False):
        assert state == table.state
        state = game.apply(state, entry.seat, entry.move)
    assert state == log.table.state
    again = read(write(log))
    assert again.tables == log.tables
    assert (again.header, again.entries, again.outcome) == (log.header, log.entries, log.outcome)


def legal_moves_apply_and_no_others(game: AnyGame, rng: random.Random) -> None:
    """A legal move applies or is refused as an attempt; every other move is refused with a code of the game."""
    for state in states(game, rng):
        for seat in watchers(game, state):
            view = game.view(state, seat)
            legal = game.legal(view)
            for move in {*some(legal, rng), *(game.study.imagine(view, rng) for _ in range(4))}:
                try:
                    game.apply(state, seat, move)
                except IllegalMove as refusal:
                    assert refusal.code in (game.attempts if move in legal else game.refusals)
                    assert refusal.move == move
                else:
                    assert move in legal


def some(moves: tuple[Any, ...], rng: random.Random, most: int = 40) -> list[Any]:
    """The moves or, of very many, a sample."""
    return rng.sample(moves, min(most, len(moves)))


def only_those_to_move_have_legal_moves(game: AnyGame, rng: random.Random) -> None:
    """Offers say the same as the legal moves, and no move stands among them twice."""
    for state in states(game, rng):
        for seat in watchers(game, state):
            view = game.view(state, seat)
            legal = game.legal(view)
            assert bool(legal) == (seat in game.to_move(state))
            assert len(set(legal)) == len(legal)
            offers = game.offers(view)
            assert {offer for offer in offers if not isinstance(offer, Choose)} <= set(legal)
            assert sum(math.comb(len(o.cards), o.k) if isinstance(o, Choose) else 1 for o in offers) == len(legal)


def a_guess_is_playable_to_the_end(game: AnyGame, rng: random.Random) -> None:
    for state in states(game, rng):
        if rng.random() < 0.01:
            for seat in watchers(game, state):
                guess = game.guess(game.view(state, seat), rng)
                assert sorted(game.study.pieces(guess)) == sorted(game.study.pieces(state))
                last = guess
                for step in steps(game, rng, state=guess):
                    last = step.after
                assert game.outcome(last)


def a_guess_is_made_from_the_view_alone(game: AnyGame, rng: random.Random) -> None:
    """Two states that look alike to a seat, of different seeds and hidden cards, make it guess the same."""
    for state in states(game, rng):
        if rng.random() < 0.3:
            for seat in watchers(game, state):
                view = game.view(state, seat)
                other = game.view(game.guess(view, rng), seat)
                luck = rng.random()
                assert game.guess(view, random.Random(luck)) == game.guess(other, random.Random(luck))


def guesses_are_uniform(game: AnyGame, view: Any, worlds: int, rng: random.Random) -> None:
    """Each world that fits the view is guessed as often as any other, by a chi-square test (five sigma)."""
    expected = 100
    seen = Counter(encode(msgspec.structs.replace(game.guess(view, rng), seed=b"")) for _ in range(worlds * expected))
    assert len(seen) == worlds
    assert chi_square(seen, worlds) < worlds - 1 + 5 * math.sqrt(2 * (worlds - 1))


def chi_square(seen: Counter[Any], cells: int) -> float:
    """How far the counts are from equal; about one less than the number of cells if chance alone is at work."""
    expected = seen.total() / cells
    return sum((count - expected) ** 2 for count in seen.values()) / expected + (cells - len(seen)) * expected


def text_round_trips(game: AnyGame, rng: random.Random) -> None:
    """Moves and options come back from text as they were."""
    options = random_options(game, rng)
    assert heard(game.Options, said(options)) == options
    for state in states(game, rng, options):
        for seat in watchers(game, state):
            view = game.view(state, seat)
            for move in (*some(game.legal(view), rng), game.study.imagine(view, rng)):
                assert game.notation.hear(game.notation.say(move)) == move
                assert msgspec.json.decode(msgspec.json.encode(move), type=game.moves) == move


# What has passed is not drawn, nor the order of heaps that have none.
PASSED = {
    "sep": "last moves action_resets shuffles action_discard source",
    "sepmosa": "last shuffles set_asides resets rescues refills removed played",
}
LYING = "slots hands deck deal dealer ending"  # in the SET family, what there is; who says what is a moment
IN_TURN = {"setup": {"play"}, "chipset": {"bet", "ask"}}  # where it is not


def pictures_round_trip(game: AnyGame, rng: random.Random) -> None:
    """A position that is drawn again from its picture has the same picture, and is possible."""
    options = random_options(game, rng)
    for state in states(game, rng, options):
        if game.family not in {*PASSED, "setgame"} and game.outcome(state):
            continue  # not every game draws its end
        picture = game.notation.picture(state)
        drawn = game.notation.parse(options, picture)
        assert game.notation.picture(drawn) == picture
        assert game.notation.impossible(state) is None
        assert game.notation.impossible(drawn) is None
        if game.family in PASSED:
            looks_the_same(game, state, drawn)
        elif game.family == "setgame":
            lies_the_same(game, state, drawn)


def looks_the_same(game: AnyGame, state: Any, drawn: Any) -> None:
    """Everybody sees the same, and may do the same."""
    for seat in watchers(game, state):
        seen, again = game.view(state, seat), game.view(drawn, seat)
        assert game.offers(seen) == game.offers(again)
        for name in set(seen.__struct_fields__).difference(PASSED[game.family].split()):
            assert getattr(seen, name) == getattr(again, name), name


def lies_the_same(game: AnyGame, state: Any, drawn: Any) -> None:
    """The same cards and chips are in the same places; where turns are taken, everybody may do the same."""
    assert game.scores(drawn) == game.scores(state)
    assert Counter(game.study.pieces(drawn)) == Counter(game.study.pieces(state))
    for name in LYING.split():
        assert getattr(drawn, name, None) == getattr(state, name, None), name
    if state.phase in IN_TURN.get(game.name, set()):
        for seat in watchers(game, state):
            assert game.offers(game.view(drawn, seat)) == game.offers(game.view(state, seat))


def the_game_goes_on_until_it_ends(game: AnyGame, rng: random.Random) -> None:
    """Some seat may move or a timer runs; at the end there is an outcome, and nobody may move."""
    state = None
    for state in states(game, rng):
        going = game.outcome(state) is None
        assert bool(game.to_move(state) or game.timers(state)) == going
    ended = game.outcome(state)
    assert ended is not None
    assert ended.reason in game.endings
    assert ended.scores == game.scores(state)
    assert min(ended.places) == 1
    assert (ended.won is None) == (len(ended.places) > 1 and not game.team)


def after_the_end_every_move_is_refused(game: AnyGame, rng: random.Random) -> None:
    *_, state = states(game, rng)
    for seat in watchers(game, state):
        with pytest.raises(IllegalMove) as refusal:
            game.apply(state, seat, game.study.imagine(game.view(state, seat), rng))
        assert refusal.value.code == "game_over"


def spectators_see_no_more_than_players(game: AnyGame, rng: random.Random) -> None:
    for state in states(game, rng):
        *seats, nobody = watchers(game, state)
        less = game.view(state, nobody)
        for seat in seats:
            more = game.view(state, seat)
            assert game.named(less) <= game.named(more)
            for field in less.__struct_fields__:
                assert contained(getattr(less, field), getattr(more, field)), field


def contained(less: Any, more: Any) -> bool:
    """Is this the same, or with parts left out or hidden?"""
    if less == more or less in (None, (), "??"):
        return True
    if isinstance(less, msgspec.Struct):
        return type(less) is type(more) and all(
            contained(getattr(less, field), getattr(more, field)) for field in less.__struct_fields__
        )
    return isinstance(less, tuple) and isinstance(more, tuple) and not Counter(less) - Counter(more)


def preview_says_what_apply_pays(game: AnyGame, rng: random.Random) -> None:
    """Wherever the seat can know it: whenever the move shows it no new card."""
    for state in states(game, rng):
        for seat in game.to_move(state):
            view = game.view(state, seat)
            for move in some(game.legal(view), rng):
                try:
                    after = game.apply(state, seat, move)
                except IllegalMove as refusal:
                    assert refusal.code in game.attempts
                    continue
                if game.named(game.view(after, seat)) <= game.named(view):
                    paid = game.notation.tally(after, seat) - game.notation.tally(state, seat)
                    assert game.preview(view, move).points == paid


def rev_grows(game: AnyGame, rng: random.Random) -> None:
    """With every move; in a real-time game, where others go on looking meanwhile, with every change of the table."""
    for step in steps(game, rng):
        same = getattr(step.before, "slots", ()) == getattr(step.after, "slots", None)
        assert game.rev(step.after) > game.rev(step.before) - same


def refusals_can_be_told(game: AnyGame, rng: random.Random) -> None:
    """Every refusal has words in every language, and the facts that they name."""
    for state in states(game, rng):
        for seat in range(len(game.scores(state))):
            move = game.study.imagine(game.view(state, seat), rng)
            try:
                game.apply(state, seat, move)
            except IllegalMove as refusal:
                refusal.family = game.family
                assert all(words(language).refusal(refusal) for language in LANGUAGES)


def views_can_be_sent(game: AnyGame, rng: random.Random) -> None:
    """A view is plain data, comes over the wire whole, and the seed is no part of it."""
    for state in states(game, rng):
        for seat in watchers(game, state):
            view = game.view(state, seat)
            sent = msgspec.json.encode(view)
            assert view.seat == seat
            assert view_from(msgspec.json.decode(sent), game.views, game.Options) == view
            assert "last" in view.__struct_fields__, "the history and the browser show it"
            assert state.seed.hex().encode() not in sent
