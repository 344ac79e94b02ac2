"""The log tells the life of the house to whoever looks after it, and no secret, no name and no card to anybody."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx

from septet.cli import OK, main
from septet.server.limits import SAY_AGAIN_S, Sparing
from tests.server.lines import line, make
from tests.server.nodes import Node, node
from tests.server.running import House
from tests.server.services import until
from tests.server.test_people import PASSWORD, account, sign_in

WRONG = "not the one at all"
# Every field that the log may have, besides what libraries say and the traces of our own faults.
FIELDS = """event level timestamp node version python address database schema tables workers searching_bots files
connections sockets user what about why limit unsaid open"""


async def played(house: House, one: httpx.Client, other: httpx.Client) -> list[str]:
    """A few moves, and the end; all that the two were told."""
    table = make(one, "sep", "me", "anyone")
    async with line(house, one) as ann, line(house, other) as bob:
        await bob.ask("sit", table=table)
        for each in (ann, bob):
            await each.ask("watch", table=table)
        for _ in range(8):
            mover = (ann, bob)[ann.moments[table]["to_move"][0]]
            answer = await mover.play(table, mover.moments[table]["offers"][0])
            for each in (ann, bob):
                await each.at(table, answer["n"])
        await ann.ask("say", table=table, text="what a lovely hand")
        await ann.play(table, {"type": "resign"})
        await ann.until(lambda heard: heard.moments[table]["seed"])
        return [ann.moments[table]["seed"], "lovely"]


def lived(server: Node) -> list[str]:
    """A day of the house, in short; everything of it that is nobody's business."""
    house: Any = House(server.address, None, None)  # type: ignore[arg-type]
    ann, guest = account(house, "Annabel"), house.guest()
    told = asyncio.run(played(house, ann, guest))
    for _ in range(3):
        assert sign_in(house.browser(), "Annabel", WRONG).status_code == 401
    assert sign_in(house.browser(), "Annabel").status_code == 201
    token = ann.post("/api/tokens", json={"label": "my bot"}).json()["token"]
    at = ["--data", str(server.folder)]
    assert main(["admin", "backup", *at]) == OK
    assert main(["admin", "ban", "Annabel", "for swearing", *at]) == OK
    until(lambda: '"what": "ban"' in server.log())
    cookies = [value for browser in house.browsers for value in browser.cookies.values()]
    house.close()
    signs = (server.folder / "secret").read_text().strip()
    return [*told, PASSWORD, WRONG, "Annabel", "swearing", token, *cookies, signs]


def test_the_log_tells_what_happens_and_nothing_that_is_nobodys_business(tmp_path: Path) -> None:
    with node(tmp_path) as server:
        secrets = lived(server)
        server.end()
        lines = [json.loads(text) for text in server.log().splitlines()]
    events = [one["event"] for one in lines]
    assert events[:2] == ["doors", "started"]
    assert events[-2:] == ["stopping", "stopped"]
    assert events.count("sign_in_refused") == 1, "three in a minute are one line"
    assert [one["what"] for one in lines if one["event"] == "admin"] == ["backup", "ban"]
    assert {"account_made", "signed_in"} <= set(events)
    for secret in secrets:
        assert secret not in server.log()
    for one in lines:
        assert set(one) <= set(FIELDS.split()), one


def test_the_same_warning_is_given_once_a_minute_and_counted() -> None:
    said: list[dict[str, Any]] = []

    class Log:
        def warning(self, event: str, **facts: Any) -> None:
            said.append({"event": event, **facts})

    sparing = Sparing(Log())
    for number in range(100):
        sparing.warn("limit_hit", "guests", number / 10, limit="guests")
        sparing.warn("limit_hit", "chat", number / 10, limit="chat")
    assert [one["limit"] for one in said] == ["guests", "chat"]
    sparing.warn("limit_hit", "guests", SAY_AGAIN_S, limit="guests")
    assert said[-1] == {"event": "limit_hit", "limit": "guests", "unsaid": 99}
