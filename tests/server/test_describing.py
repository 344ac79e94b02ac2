"""The descriptions of the socket hold: real traffic fits them, and what the server refuses to read does not."""

import asyncio
import shutil
import subprocess
from asyncio import FIRST_COMPLETED
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from septet import client as septet_client
from septet.bots import BOTS
from septet.client import connect, guest_token
from septet.games import GAMES
from septet.player import play
from septet.server.app import Server, Settings
from septet.server.people.sessions import COOKIE
from septet.server.tables import describing, wire
from tests.server.running import running

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"


def validator(union: str) -> Any:
    return jsonschema_rs.validator_for({**describing.socket_schema(), "anyOf": [{"$ref": f"#/$defs/{union}"}]})


def test_the_schema_is_one_and_names_every_message() -> None:
    schema = describing.socket_schema()
    jsonschema_rs.meta.validate(schema)
    for union in (wire.Message, wire.Sent):
        for kind in union.__args__:
            assert kind.__name__ in schema["$defs"]


def references(told: Any) -> set[str]:
    if isinstance(told, dict):
        mine = {told["$ref"]} if isinstance(told.get("$ref"), str) else set()
        return mine.union(*map(references, told.values()))
    return set().union(*map(references, told)) if isinstance(told, list) else set()


@pytest.mark.parametrize("make", [describing.asyncapi, describing.socket_schema])
def test_whatever_is_referred_to_is_there(make: Any) -> None:
    told = make()
    found = references(told)
    assert len(found) > 100
    for reference in found:
        place = told
        for part in reference.removeprefix("#/").split("/"):
            place = place[part]


def test_the_socket_is_described_with_both_ways_in() -> None:
    told = describing.asyncapi()
    assert told["asyncapi"] == "3.0.0"
    assert told["components"]["securitySchemes"]["session"]["name"] == COOKIE
    assert told["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    said = {message["$ref"].rsplit("/", 1)[1] for message in told["operations"]["say"]["messages"]}
    assert said == {kind.__name__ for kind in wire.Message.__args__}


@pytest.mark.parametrize("name", ["sep", "sepmosa", "chipset"])
def test_what_goes_over_the_socket_of_a_real_game_fits(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard, said = [], []
    plain_heard, plain_asked = septet_client.Client._heard, septet_client.Client._asked

    def told(self: Any, message: Any) -> Any:
        heard.append(message)
        return plain_heard(self, message)

    async def asked(self: Any, message_id: str, message: bytes) -> Any:
        said.append(msgspec.json.decode(message))
        return await plain_asked(self, message_id, message)

    monkeypatch.setattr(septet_client.Client, "_heard", told)
    monkeypatch.setattr(septet_client.Client, "_asked", asked)

    async def game(address: str) -> None:
        async with connect(address, await guest_token(address)) as client:
            others = [{"who": "bot", "bot": "random"}] * (max(GAMES[name].seats.start, 2) - 1)
            table = await client.make(name, [{"who": "me"}, *others])
            playing = asyncio.create_task(play(table, BOTS[name]["random"]))
            while len(heard) < 24 and not playing.done():
                table.changed.clear()
                await asyncio.wait((playing, asyncio.create_task(table.changed.wait())), return_when=FIRST_COMPLETED)
            playing.cancel()

    with running(tmp_path, workers=1) as house:
        for path, told_there in (
            ("asyncapi.json", describing.asyncapi()),
            ("socket.schema.json", describing.socket_schema()),
        ):
            answer = house.browser().get(f"/api/{path}")
            assert answer.json() == msgspec.json.decode(msgspec.json.encode(told_there))
        asyncio.run(asyncio.wait_for(game(house.address), 120))
    assert len(heard) > 20
    assert len(said) > 3
    for union, messages in (("Sent", heard), ("Message", said)):
        fits = validator(union)
        for message in messages:
            fits.validate(message)


@pytest.mark.parametrize(
    "message",
    [
        {"type": "play", "id": "a", "table": "x" * 12},
        {"type": "play", "id": "a", "table": "x" * 12, "move": {"type": "teleport"}},
        {"type": "watch", "id": "", "table": "x" * 12},
        {"type": "watch", "id": "a", "table": "no table"},
        {"type": "nothing", "id": "a"},
        {"type": "ping", "id": "a", "more": 1},
    ],
)
def test_what_is_no_message_does_not_fit(message: dict[str, Any]) -> None:
    fits = validator("Message")
    assert fits.is_valid({"type": "play", "id": "a", "table": "x" * 12, "move": {"type": "draw"}})
    assert not fits.is_valid(message)


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node")
def test_a_bot_in_typescript_has_sound_types_and_plays(tmp_path: Path) -> None:
    """Compiled by the compiler of the web app, against the types that are made from the server's own."""
    compiler = WEB / "node_modules/typescript/bin/tsc"
    if not compiler.exists():
        pytest.skip("the packages of the web app are not there")
    options = "--strict --noUncheckedIndexedAccess --target es2023 --lib es2023,dom --types node --skipLibCheck"
    modules = "--module nodenext --rewriteRelativeImportExtensions --ignoreConfig --rootDir"
    roots = (str(ROOT), "--typeRoots", str(WEB / "node_modules/@types"), "--outDir", str(tmp_path / "js"))
    source = str(ROOT / "examples/bot.mts")
    command = ("node", str(compiler), *options.split(), *modules.split(), *roots, source)
    made = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, cwd=WEB)
    assert made.returncode == 0, made.stdout
    with running(tmp_path, workers=1, server=Server(Settings(data=tmp_path))) as usual:
        run = ("node", "--experimental-websocket", str(tmp_path / "js/examples/bot.mjs"), usual.address, "sep")
        done = subprocess.run(run, capture_output=True, text=True, check=False, timeout=180)
    assert done.returncode == 0, done.stderr
    assert "places" in done.stdout
