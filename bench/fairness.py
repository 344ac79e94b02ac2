"""Does a slow line lose sets? Two players with equal reactions, 20 ms and 200 ms away: `python bench/fairness.py`.

Each sits behind a wire of its own that delays every byte. Both call as soon as their reaction, drawn from one
distribution, lets them; who gets the call is counted with pure arrival order, and with claims gathered and delays
given back.
"""

import argparse
import asyncio
import random
import tempfile
from pathlib import Path

from tests.server.lines import Line, line, make
from tests.server.running import House, running


class Wire:
    """A TCP proxy that delays what goes either way."""

    def __init__(self, house: House, delay_s: float) -> None:
        self.host, port = house.address.removeprefix("http://").split(":")
        self.port, self.delay_s = int(port), delay_s

    async def open(self) -> str:
        self.server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        return f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}"

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(self.host, self.port)
        await asyncio.gather(self._carry(reader, back), self._carry(there, writer))

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        while data := await source.read(65_536):
            loop.call_later(self.delay_s, target.write, data)
        loop.call_later(self.delay_s, target.close)


async def duel(house: House, rounds: int, window_ms: int) -> float:
    """The share of calls that the player far away gets."""
    near, far = (
        House(await Wire(house, 0.01).open(), house.server, house.loop),
        House(await Wire(house, 0.1).open(), house.server, house.loop),
    )
    ann, bob = house.guest(), house.guest()
    options = {"deals": 1, "false_call_freeze": "none", "cooldown_s": 0}
    table = make(ann, "set", "me", "anyone", options=options, call_window_ms=window_ms)
    rng, won = random.Random("fair"), 0
    async with line(near, ann) as one, line(far, bob) as other:
        await one.ask("watch", table=table)
        await other.ask("sit", table=table)
        await other.ask("watch", table=table)
        await asyncio.sleep(1)  # the server measures its round trips
        for _ in range(rounds):
            won += await called(one, other, table, rng)
    return won / rounds


async def called(one: Line, other: Line, table: str, rng: random.Random) -> bool:
    """Both see the table at the same moment of theirs, and call after their reactions; has the one far away got it?"""

    async def react(who: Line, lag: float) -> dict[str, object]:
        await asyncio.sleep(lag + rng.uniform(0.2, 0.8))
        return await who.play(table, {"type": "call"})

    answers = await asyncio.gather(react(one, 0.01), react(other, 0.1))
    caller = (one, other)[answers[1]["type"] == "done"]
    await caller.play(table, {"type": "abort"})
    await asyncio.sleep(0.3)
    return answers[1]["type"] == "done"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    args = parser.parse_args()
    for window in (0, 100, 250):
        with tempfile.TemporaryDirectory() as folder, running(Path(folder), ping_s=2) as house:
            share = asyncio.run(duel(house, args.rounds, window))
            print(
                f"gathered for {window:3} ms: the player 200 ms away gets {100 * share:.0f} % of {args.rounds} calls",
                flush=True,
            )


if __name__ == "__main__":
    main()
