"""Whatever is sent over a socket is answered once, whoever sends it, and nobody else notices.

The messages are made from the types of the wire: a new one, or a new field, is tried without a line here.
"""

import asyncio
import itertools
import json
from collections.abc import Iterator
from typing import Any, get_args

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from septet.server.tables import wire
from septet.server.tables.wire_base import Incoming
from tests.server.laid import RECORDS
from tests.server.lines import Line, line, make
from tests.server.messages import KINDS, LOOK, MINE, THEIRS, by_kind, frames
from tests.server.nodes import Node, node
from tests.server.running import House
from tests.server.test_tables import seated

decoder = msgspec.json.Decoder(wire.Message)
REPLIES = {str(kind.__struct_config__.tag) for kind in get_args(wire.Reply)}
A_SOCKET = 25  # messages on one: after a hundred that are none it is closed
NOT_BY_TYPE = (
    "play",
    "ask",
    "say",
    "work",
    "advice",
    "chunk_made",
    "lead",
    "try",
    "remark",
)  # these may be no messages although their types are right
GAMES = ("sep", "sepmosa", "set", "chipset", "coopset")
PLACES = st.tuples(st.sampled_from(GAMES), st.booleans(), st.integers(0, 5).map(lambda chance: not chance))
SEND = settings(phases=[Phase.explicit, Phase.generate, Phase.shrink], suppress_health_check=list(HealthCheck))


def note(one: Line, message: dict[str, Any]) -> None:
    """Ids come twice here, and whoever asks for what they have already hears it again."""
    one.heard.append(message)
    if "id" in message:
        one.answers[message["id"]] = message


class Scene:
    """A house in a process of its own, where two people play and others send what they like."""

    def __init__(self, server: Node, loop: asyncio.Runner) -> None:
        self.server = server
        self.loop = loop
        self.house = House(server.address, None, None)  # type: ignore[arg-type]
        self.ann, self.bob = self.house.guest(), self.house.guest()
        self.theirs = make(self.ann, "sep", "me", "anyone")
        self.asked = itertools.count()

    async def send(self, one: Line, frame: str | bytes) -> dict[str, Any]:
        """The one answer to a frame, which may be thought over (a hint is); a ping behind it tells of no other."""
        ping, before = f"ping {next(self.asked)}", len(one.heard)
        await one.socket.send(frame)
        await one.until(lambda _: any("id" in answer for answer in one.heard[before:]))
        await one.ask("ping", id=ping)
        answers = [answer for answer in one.heard[before:] if "id" in answer and answer["id"] != ping]
        assert len(answers) == 1, f"{len(answers)} answers to {frame[:500]!r}"
        assert answers[0]["type"] in REPLIES
        assert answers[0].get("code") != "failed", frame
        return answers[0]

    async def sat(self, place: tuple[str, bool, bool], what: list[str | bytes]) -> list[dict[str, Any]]:
        """Somebody who plays or waits for others to come, or a stranger, sends all this; others go on hearing."""
        game, dealt, stranger = place
        eve, zed = self.house.guest(), self.house.guest()
        mine = make(eve, game, "me", "anyone")
        async with line(self.house, eve) as one, line(self.house, zed) as other, line(self.house) as nobody:
            if dealt:
                await seated(one, other, mine)
            else:
                await other.ask("watch", table=mine)
            look = self._opened(eve)
            assert (await one.ask("enter", look=look))["type"] == "done"
            speaker = nobody if stranger else one
            speaker._note = lambda message: note(speaker, message)  # type: ignore[method-assign]
            answers = []
            for frame in what:
                answers.append(await self.send(speaker, self._here(frame, mine, look)))
            assert (await other.ask("ping"))["type"] == "done"
            assert not other.over and not speaker.over
        return answers

    @staticmethod
    def _opened(eve: httpx.Client) -> str:
        answer = eve.post("/api/looks", json={"record": (RECORDS / "sep-lead.jsonl").read_text("utf-8")})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["look"])

    def _here(self, frame: str | bytes, mine: str, look: str) -> str | bytes:
        for name, real in ((MINE, mine), (THEIRS, self.theirs), (LOOK, look)):
            if isinstance(frame, bytes):
                frame = frame.replace(name.encode(), real.encode())
            else:
                frame = frame.replace(name, real)
        return frame

    def errors(self) -> list[str]:
        lines = [json.loads(line) for line in self.server.log().splitlines() if line.startswith("{")]
        return [str(line) for line in lines if line["level"] in ("error", "critical")]


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    plenty = ("--limit", "looks=100000", "--limit", "looks_here=100000")
    with node(tmp_path_factory.mktemp("messages"), *plenty) as server, asyncio.Runner() as loop:
        made = Scene(server, loop)
        yield made
        made.house.close()


def test_every_message_that_is_right_by_its_type_is_answered_under_its_id(scene: Scene) -> None:
    @given(place=PLACES, sent=st.tuples(*by_kind.values()))
    @settings(SEND, max_examples=settings().max_examples // 5)
    def send(place: tuple[str, bool, bool], sent: tuple[dict[str, Any], ...]) -> None:
        texts = [json.dumps(message) for message in sent]
        for text in texts:
            decoder.decode(text)  # or the strategies would not be those of the types
        for message, answer in zip(sent, scene.loop.run(scene.sat(place, list(texts))), strict=True):
            assert answer["id"] == message["id"]
            if answer.get("code") == "bad_message":
                assert message["type"] in NOT_BY_TYPE, answer

    send()
    assert scene.errors() == []


@pytest.mark.filterwarnings("ignore:Do not use the `random` module")  # the lines beside it do, in their own thread
def test_whatever_is_sent_is_answered_once_and_harms_nobody(scene: Scene) -> None:
    @given(place=PLACES, sent=st.lists(frames, min_size=A_SOCKET // 2, max_size=A_SOCKET))
    @settings(SEND, max_examples=settings().max_examples // 4)
    def send(place: tuple[str, bool, bool], sent: list[str | bytes]) -> None:
        scene.loop.run(scene.sat(place, sent))

    async def beside() -> list[str]:
        async with line(scene.house, scene.ann) as one, line(scene.house, scene.bob) as other:
            await seated(one, other, scene.theirs)
            n = one.n[scene.theirs]
            await asyncio.to_thread(send)
            answer = await one.play(scene.theirs, {"type": "resign"})
            assert answer["type"] == "done"
            await other.at(scene.theirs, answer["n"])
            return [event["event"]["type"] for event in one.heard if event["type"] == "event" and event["n"] > n]

    heard = asyncio.run(beside())
    assert set(heard[:-1]) <= {"said", "nothing"}, "at their table nobody but they can do anything but talk"
    assert scene.errors() == []


def test_every_kind_of_message_is_made() -> None:
    assert set(KINDS) == {kind.__struct_config__.tag for kind in Incoming.__subclasses__()}
