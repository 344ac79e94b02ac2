"""The simple bots: legal, repeatable, in the order of strength that they claim."""

import random
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from septet.bots import BOTS, prepare
from septet.bots.bot import Budget, Mind, Plan
from septet.games import GAMES
from septet.games.game import IllegalMove
from septet.games.sep.view import View
from septet.lab.simulate import Task, played_out, simulate
from tests.playing import AnyGame, random_move, random_options

EVERY_BOT = [(game, bot) for game, bots in BOTS.items() for bot in bots]
LITTLE = Budget(playouts=12)


def usual(game: str) -> dict[str, Any]:
    return msgspec.structs.asdict(GAMES[game].Options())


class Checked:
    """A mind whose every plan is looked at."""

    def __init__(self, game: AnyGame, mind: Mind) -> None:
        self.game, self.mind = game, mind

    def see(self, view: Any, now_ms: int) -> Plan | None:
        plan = self.mind.see(view, now_ms)
        assert plan is None or plan.move in self.game.legal(view)
        return plan


@pytest.mark.parametrize(("name", "bot"), EVERY_BOT)
def test_a_bot_plays_legal_moves_to_the_end_under_any_options(name: str, bot: str) -> None:
    prepare(name, [bot])
    game, rng = GAMES[name], random.Random(f"{name}/{bot}")
    for number in range({"sep": 8, "sepmosa": 1}.get(game.family, 4)):
        seats = game.seats.start
        state = game.deal(random_options(game, rng), seats, rng.randbytes(32))
        minds = [BOTS[name][bot](game, seat, random.Random(f"{number} {seat}"), LITTLE) for seat in range(seats)]
        *_, last = played_out(game, state, [Checked(game, mind) for mind in minds])
        assert game.outcome(last.state)


@pytest.mark.parametrize(("name", "bot"), EVERY_BOT)
def test_a_bot_decides_from_its_view_alone(name: str, bot: str) -> None:
    """The same view with other hidden cards behind it gives the same plan."""
    prepare(name, [bot])
    game, rng = GAMES[name], random.Random(f"{bot}/{name}")
    state = game.deal(game.Options(), game.seats.start, rng.randbytes(32))
    for number in range(60):
        if game.outcome(state):
            break
        movers = sorted(game.to_move(state))
        seat = rng.choice(movers) if movers else 0
        view = game.view(state, seat)
        other = game.view(game.guess(view, rng), seat)
        plans = [BOTS[name][bot](game, seat, random.Random(number), LITTLE).see(one, 0) for one in (view, other)]
        assert plans[0] == plans[1]
        with suppress(IllegalMove):  # an attempt
            state = game.apply(state, *random_move(game, state, rng))


@pytest.mark.parametrize(("name", "bot"), EVERY_BOT)
def test_a_bot_waits_when_it_may_not_move(name: str, bot: str) -> None:
    game = GAMES[name]
    state = game.deal(game.Options(), game.seats.start, bytes(32))
    spectator: View = game.view(state, None)
    assert BOTS[name][bot](game, 0, random.Random(1)).see(spectator, 0) is None


@pytest.mark.parametrize(("name", "bot"), EVERY_BOT)
def test_a_bot_waits_while_the_table_is_paused(name: str, bot: str) -> None:
    assert BOTS[name][bot](GAMES[name], 0, random.Random(1)).see(None, 5_000) is None


def test_greedy_beats_random_almost_always() -> None:
    report = simulate(Task("sep", ("greedy", "random"), usual("sep"), 60, "strength"))
    assert report.wins[0].share > 0.9


def test_cautious_beats_greedy() -> None:
    report = simulate(Task("sep", ("cautious", "greedy"), usual("sep"), 120, "strength"))
    assert report.wins[0].low > 0.5


def test_greedy_takes_the_tokens_that_lie_there() -> None:
    game = GAMES["sep"]
    state = game.notation.parse(game.Options(), ["circle: 4D 9C 2S 6D TC 8S", "hand: 5D 3C", "draw: 2H"])
    mind = BOTS["sep"]["greedy"](game, 0, random.Random(1))
    for expected in ("d", "5D@b"):
        plan = mind.see(game.view(state, 0), 0)
        assert plan is not None
        assert game.notation.say(plan.move) == expected
        state = game.apply(state, 0, plan.move)


@pytest.mark.long
def test_the_bots_play_as_the_rules_say_they_do(record_property: Any) -> None:
    """The figures of section 6 of the rules, for uniform random play and for greedy bots."""
    chance = simulate(Task("sep", ("random", "random"), usual("sep"), 2000, "figures"), jobs=2)
    record_property("random turns", round(chance.figures["turns"].mean, 1))
    record_property("random endings", {name: round(share.share, 4) for name, share in chance.endings.items()})
    assert 132 < chance.figures["turns"].mean < 136
    assert 0.008 < chance.endings["seven"].share < 0.03
    assert 0.39 < chance.endings["lead"].share < 0.47
    greedy = simulate(Task("sep", ("greedy", "greedy"), usual("sep"), 2000, "figures"), jobs=2)
    record_property("greedy turns", round(greedy.figures["turns"].mean, 1))
    assert 47 < greedy.figures["turns"].mean < 52
    assert 0.9 < greedy.endings["seven"].share < 0.95
