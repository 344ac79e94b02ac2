"""How long a thinking bot keeps an event loop waiting: by how much its ticks of a millisecond come late.

    .venv/bin/python bench/loop.py [SECONDS]

Experts think in a thread while the loop ticks; the first row is of a loop on its own. Asked for: a bot never holds the
loop up for more than five milliseconds. A busy machine is late by itself: compare with the first row.
"""

import asyncio
import random
import sys
import time

from septet.bots import BOTS, prepare
from septet.bots.bot import Budget
from septet.games import GAMES
from septet.server.workers.worker import TURN_S


async def tick(late: list[float]) -> None:
    before = time.perf_counter()
    while True:
        await asyncio.sleep(0.001)
        now = time.perf_counter()
        late.append(1000 * (now - before) - 1)
        before = now


async def think(name: str, seconds: float) -> int:
    """Play games of two experts in a thread, their states kept outside of it; how many moves were made."""
    game, rng, moves = GAMES[name], random.Random(name), 0
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        state = game.deal(game.Options(), 2, rng.randbytes(32))
        minds = [BOTS[name]["expert"](game, seat, random.Random(seat), Budget(ms=100)) for seat in range(2)]
        while game.outcome(state) is None and time.perf_counter() < until:
            plan = await asyncio.to_thread(minds[state.mover].see, game.view(state, state.mover), 0)
            assert plan is not None
            state = game.apply(state, state.mover, plan.move)
            moves += 1
    return moves


async def measure(name: str | None, seconds: float) -> None:
    late: list[float] = []
    ticking = asyncio.create_task(tick(late))
    moves = await think(name, seconds) if name else await asyncio.sleep(seconds, 0)
    ticking.cancel()
    late.sort()
    rare = late[int(0.999 * len(late))]
    print(f"{name or 'alone':<10}{moves:>5} moves{late[-1]:>8.1f} ms late at most, {rare:.1f} one time in a thousand")


if __name__ == "__main__":
    sys.setswitchinterval(TURN_S)
    for game in (None, "sep", "sepmosa"):
        if game:
            prepare(game, ["expert"])
        asyncio.run(measure(game, float(sys.argv[1]) if len(sys.argv) > 1 else 10.0))
