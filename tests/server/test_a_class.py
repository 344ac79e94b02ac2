"""Sixty people behind one address, a class or a club, come at once and play: nobody is refused by the usual limits."""

import asyncio
import random
import time
from pathlib import Path
from typing import Any

from septet.client import RefusedError
from septet.server.app import Server, Settings
from septet.server.limits import Limits
from tests.server.guests import Guest
from tests.server.pairs import Habits, Pair
from tests.server.running import overheard, running

PEOPLE = 60
PACE = Habits(games=("sep", "sepmosa", "set"), pause_s=2.0, chat=0.02)  # a second a turn, on average
LASTS_S = 8.0


async def come_at_once(server: str) -> list[Guest]:
    """Everybody opens the page, and half of them sign up."""
    guests = await asyncio.gather(*(asyncio.to_thread(Guest, server) for _ in range(PEOPLE)))
    for number, guest in enumerate(guests[::2]):
        body = {"name": f"Pupil {number}", "password": f"the mill of pupil {number}"}
        assert (await guest.http("POST", "/api/account", body))["name"] == body["name"]
    return guests


async def play(server: str) -> tuple[list[Pair], list[str]]:
    """Pairs that play at a person's pace, and what anybody was refused."""
    guests = await come_at_once(server)
    refused: list[str] = []

    def listening(guest: Guest) -> None:
        asked = guest._asked

        async def ask(message_id: str, message: bytes) -> Any:
            try:
                return await asked(message_id, message)
            except RefusedError as error:
                refused.append(error.code)
                raise

        guest._asked = ask  # type: ignore[method-assign]

    for guest in guests:
        listening(guest)
    pairs = [
        Pair((one, other), random.Random(f"class {number}"), PACE)
        for number, (one, other) in enumerate(zip(guests[::2], guests[1::2], strict=True))
    ]
    lives = [asyncio.create_task(pair.play()) for pair in pairs]
    began = time.monotonic()
    while time.monotonic() < began + LASTS_S or not all(pair.moves for pair in pairs):
        assert time.monotonic() < began + 60, [pair.plight() for pair in pairs if not pair.moves]
        for life in lives:
            if life.done():
                life.result()
        await asyncio.sleep(0.1)
    for life in lives:
        life.cancel()
    await asyncio.gather(*lives, return_exceptions=True)
    for pair in pairs:
        await pair.stop()
    return pairs, refused


def test_sixty_people_behind_one_address_sign_up_sit_down_and_play(tmp_path: Path) -> None:
    usual = Server(Settings(data=tmp_path, limits=Limits(daily_ahead=0)))
    with overheard() as lines, running(tmp_path, server=usual) as house:
        pairs, refused = asyncio.run(asyncio.wait_for(play(house.address), 120))  # who is refused comes back by itself
    assert len(pairs) == PEOPLE // 2
    assert all(pair.moves for pair in pairs), "everybody plays"
    assert not {"too_fast", "too_many_here", "house_full", "busy"} & set(refused)
    assert [line for line in lines if line["event"] == "limit_hit"] == []
