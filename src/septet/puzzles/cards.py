"""Puzzles of SET, CoopSet and ChipSet, from tables that bots come to."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from septet.bots import sit
from septet.games import GAMES
from septet.games.chance import seed_from
from septet.games.setgame.cards import Cards, differing, packings, sets_among
from septet.games.setgame.chipset.pots import share_pots
from septet.games.setgame.chipset.state import ChipState
from septet.games.setgame.chipset.view import counted_sets
from septet.games.setgame.coopset.state import CoopState
from septet.lab.simulate import played_out
from septet.puzzles.found import RIGHT, PuzzleFind, best_first
from septet.puzzles.puzzle import ByNone, BySeat, FirstStep
from septet.puzzles.written import by_set

TABLE, SIX = 12, 6
FEATURES = 4
PLAYERS = (3, 4, 5)  # at a table of ChipSet
FEWEST_ON_TABLE = 5
TEAM = ("random", "maximum", "pairs")
MOST = (2, 3, 3, 3, 4)  # sets of a packing, by turns


def states(game: str, bots: tuple[str, ...], seed: str) -> Iterator[Any]:
    """Where these bots come to, game after game."""
    rules, number = GAMES[game], 0
    while True:
        name = f"{seed} {number}"
        state = rules.deal(rules.Options(), len(bots), seed_from(name))
        minds = [sit(game, bot, seat, random.Random(f"{name} {seat}")) for seat, bot in enumerate(bots)]
        yield state
        yield from (step.state for step in played_out(rules, state, minds))
        number += 1


def tables(seed: str) -> Iterator[Any]:
    """Tables of SET with twelve cards, each once."""
    seen: Cards = ()
    for state in states("set", ("random", "random"), seed):
        if state.phase == "open" and len(state.slots) == TABLE and state.slots != seen and all(state.slots):
            seen = state.slots
            yield state


def six(seed: str) -> Iterator[PuzzleFind]:
    for state in tables(seed):
        sets = sets_among(state.table)
        if len(sets) == SIX:
            yield _sets(state, "set-six", sets)


def any_set(seed: str) -> Iterator[PuzzleFind]:
    """Half of the tables have no set, the others one."""
    wanted = seed_from(f"{seed} any")[0] % 2
    for state in tables(seed):
        sets = sets_among(state.table)
        if len(sets) == wanted == 1:
            yield _sets(state, "set-any", sets)
        elif len(sets) == wanted:
            none = ByNone()
            proof = (FirstStep(none, 1.0),)
            yield PuzzleFind(
                kind="set-any", state=state, seat=0, worth=1.0, right=((none,),), proof=proof, themes=("no-set",)
            )


def _sets(state: Any, kind: str, sets: tuple[Any, ...]) -> PuzzleFind:
    line = tuple(by_set(one) for one in sets)
    themes = ("all-different",) if any(differing(one) == FEATURES for one in sets) else ()
    proof = tuple(FirstStep(one, float(len(sets))) for one in line)
    return PuzzleFind(kind=kind, state=state, seat=0, worth=float(len(sets)), right=(line,), proof=proof, themes=themes)


def packing(seed: str) -> Iterator[PuzzleFind]:
    """Layouts on which whoever takes the next best sets does not get the most of them."""
    bot = TEAM[seed_from(f"{seed} team")[0] % len(TEAM)]
    most, rev = MOST[seed_from(f"{seed} most")[0] % len(MOST)], 0
    for state in states("coopset", (bot,), seed):
        if isinstance(state, CoopState) and state.phase == "layout" and state.rev != rev and not state.marks:
            rev = state.rev
            if (found := packed(state)) and found.worth == most:
                yield found


def packed(state: CoopState) -> PuzzleFind | None:
    sets = sets_among(state.table)
    choices = list(packings(sets))
    most = max(map(len, choices))
    best = [one for one in choices if len(one) == most]
    if most < 2 or len(best) > RIGHT or len(choices) == len(best):
        return None
    reach = [FirstStep(by_set(one), float(max(len(all_) for all_ in choices if one in all_))) for one in sets]
    return PuzzleFind(
        kind="coopset-packing",
        state=state,
        seat=0,
        worth=float(most),
        right=tuple(tuple(by_set(one) for one in choice) for choice in best),
        proof=best_first(reach),
        themes=(f"{('two', 'three', 'four')[most - 2]}-sets",),
    )


def pot(seed: str) -> Iterator[PuzzleFind]:
    """Hands of ChipSet after the betting, with the cards of everybody who is left on the table."""
    players = PLAYERS[seed_from(f"{seed} players")[0] % len(PLAYERS)]
    for state in states("chipset", ("mixed",) * players, seed):
        if isinstance(state, ChipState) and state.phase == "ask" and not state.answered and (found := taken(state)):
            yield found


def taken(before: ChipState) -> PuzzleFind | None:
    """Is it one seat that takes everything, and did another come near?"""
    if len(before.live) < 3 or len(before.slots) < FEWEST_ON_TABLE:
        return None
    options = msgspec.structs.replace(before.options, chip_count="declared")
    backs = tuple(hand if seat in before.live else () for seat, hand in enumerate(before.hands))
    state = msgspec.structs.replace(
        before, options=options, phase="count", backs=backs, answered=frozenset(), exposing=frozenset(), last=()
    )
    counts = {seat: len(counted_sets(state, state.hands[seat])) for seat in sorted(state.live)}
    won = share_pots(msgspec.structs.replace(state), counts)
    ranked = sorted(counts.values(), reverse=True)
    if len(won) != 1 or ranked[1] == 0 or ranked[0] == ranked[1]:
        return None
    winner = next(iter(won))
    return PuzzleFind(
        kind="chipset-pot",
        state=state,
        seat=0,
        worth=float(ranked[0]),
        right=((BySeat(winner),),),
        proof=best_first([FirstStep(BySeat(seat), float(count)) for seat, count in counts.items()]),
        themes=("close",) if ranked[0] - ranked[1] == 1 else ("clear",),
        options={"chip_count": "declared"},
    )
