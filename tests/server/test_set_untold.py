"""Whether a set lies there is for the players to find out: nothing that leaves the server says so before they do.

Two tables are dealt alike but for their cards: on one lies a set, on the other none. With the cards masked, all that
seats and spectators are told, over the socket and over HTTP, has to be equal byte for byte.
"""

import asyncio
import re
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from msgspec.json import encode

from septet.games import GAMES
from septet.games.chance import deal_seed
from septet.games.game import Seat
from septet.games.options import from_values
from septet.games.setgame.cards import sets_among
from septet.server.hall import hall
from septet.server.live.table import LiveTable
from septet.server.tables import coaching, telling
from septet.server.tables.room import Room
from tests.server.lines import Line, line, make
from tests.server.running import House, running
from tests.server.test_hidden import against_bots

CARD = re.compile(r"[123][RGP][OBD][FHE]")
PLACE = re.compile(r"[th]\d+")
NOW = 1_700_000_000_000
Deal = Callable[[Any], list[Any]]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Its clocks stand still: whatever differs, differs by the cards."""
    with pytest.MonkeyPatch.context() as patch, running(tmp_path_factory.mktemp("house")) as found:
        patch.setattr(LiveTable, "now", lambda live: live.room.at + 7)
        patch.setattr(found.server.node, "wall", lambda: NOW)
        yield found


def on_table(state: Any) -> list[Any]:
    return list(sets_among(state.table))


def with_a_hand(state: Any) -> list[Any]:
    """Sets that some seat could show with cards of its own."""
    return [three for hand in state.hands for three in sets_among((*hand, *state.table)) if set(three) & set(hand)]


def anybodys(state: Any) -> list[Any]:
    """Sets that some seat could take from the table, with cards of its own or without."""
    return [three for hand in state.hands for three in sets_among((*hand, *state.table))]


def after_three(state: Any) -> list[Any]:
    """Sets among the first three cards that would be laid, each the first of its hand."""
    laid = [state.hands[(state.mover + k) % 2][0] for k in range(2)]
    hand = (*state.hands[state.mover][1:], state.deck[-1])
    return list(sets_among((*laid, min(hand))))


def alike(state: Any) -> Any:
    """What two deals must have in common besides."""
    return state.dealer, [len(hand) for hand in getattr(state, "hands", ())]


def two_deals(game: Any, options: dict[str, Any], seats: int, sets: Deal) -> tuple[bytes, bytes, Any]:
    """Secrets of a deal with a set and of one without, alike in all else; and the first of them."""
    chosen = from_values(game.Options, options)
    holding: dict[str, tuple[bytes, Any]] = {}
    for number in count():
        seed = number.to_bytes(32, "big")
        state = game.deal(chosen, seats, deal_seed(seed, (None,) * seats))
        there = bool(sets(state))
        key = str(alike(state))
        if there and key not in holding:
            holding[key] = seed, state
        elif not there and key in holding:
            return holding[key][0], seed, holding[key][1]
    raise AssertionError


def meant(move: Any, view: dict[str, Any]) -> Any:
    """A move with cards by their places: t0 is the first of the table, h0 the first of one's own."""
    if isinstance(move, dict):
        return {name: meant(value, view) for name, value in move.items()}
    if isinstance(move, list):
        return [meant(one, view) for one in move]
    if isinstance(move, str) and PLACE.fullmatch(move):
        return view["slots" if move[0] == "t" else "hand"][int(move[1:])]
    return move


async def stream(house: House, people: list[Any], case: Any, seed: bytes, script: list[Any]) -> list[list[str]]:
    """All that each seat, a spectator and HTTP say of one table while the script is played, masked."""
    game, options, seats, _ = case
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hall, "new_seed", lambda: seed)
        others = ["anyone"] * (seats - 1)
        table = make(people[0], game, "me", *others, options=options, public=True)
    async with line(house, people[0]) as one, line(house, people[1]) as two, line(house) as watcher:
        lines = [one, two][:seats]
        for number, each in enumerate([*lines, watcher]):
            each.name = f"line{number}"
            if 0 < number < seats:
                await each.ask("sit", table=table)
            await each.ask("watch", table=table)
        coached = []
        for who, verb, move in script:
            await step(lines, watcher, table, (who, verb, move))
            coached += [said_by_coach(house.server.hall.tables[table].room, seat) for seat in range(seats)]
        told = [list(each.raw) for each in (*lines, watcher)]
        read = [get(people[0], path, table) for path in PATHS]
        commitment = house.server.hall.tables[table].room.commitment
    return [[masked(text, table, commitment) for text in texts] for texts in (*told, read, coached)]


def said_by_coach(room: Room, seat: Seat) -> str:
    """What a coach says to this seat, if bots race on all others."""
    return encode(coaching.coached(against_bots(room, seat), seat, "", telling.History())).decode()


PATHS = (
    *("/api/tables", "/api/me/games"),
    *("/api/tables/{table}/record", "/api/tables/{table}/deal", "/api/tables/{table}/ratings"),
)


def get(browser: Any, path: str, table: str) -> str:
    """The answer about this table; of a list, what it says of this one."""
    answer = browser.get(path.format(table=table))
    body = answer.json()
    about = [one for one in body if one["id"] == table] if isinstance(body, list) else body
    return f"{answer.status_code} {about}"


def masked(text: str, table: str, commitment: str) -> str:
    return CARD.sub("....", text.replace(table, "t" * 12).replace(commitment, "c" * 64))


async def step(lines: list[Line], watcher: Line, table: str, what: Any) -> None:
    """One seat asks or plays; then everybody has heard of it."""
    who, verb, move = what
    mover = next(iter(lines[0].moments[table]["to_move"]), 0)
    each = lines[mover if who == "mover" else who]
    moment = each.moments[table]
    more = {} if verb == "ask" else {"rev": moment["rev"]}
    answer = await each.ask(verb, table=table, move=meant(move, moment["view"]), **more)
    assert answer["type"] in ("done", "scored"), answer
    for one in (*lines, watcher):
        await one.at(table, answer["n"])


def call(kind: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, **more}


CASES: dict[str, Any] = {
    "set, calls and votes": ("set", {}, 2, on_table),
    "set, claims and checked votes": ("set", {"claim_mode": "direct", "noset_mode": "vote_checked"}, 2, on_table),
    "set, cards that come by themselves": ("set", {"noset_mode": "auto"}, 2, on_table),
    "set, no set is claimed": ("set", {"noset_mode": "claim", "claim_mode": "direct"}, 2, on_table),
    "set-quick": ("set-quick", {}, 2, on_table),
    "set-solo": ("set-solo", {}, 1, on_table),
    "set-solo, stopped by itself": ("set-solo", {"noset_mode": "auto"}, 1, on_table),
    "scout": ("scout", {}, 2, on_table),
    "chipset": ("chipset", {}, 2, with_a_hand),
    "setup": ("setup", {"setup_window_s": 0}, 2, after_three),
    "coopset, as the team sees it": ("coopset", {"coop_detect": "team"}, 2, on_table),
    "twenty": ("twenty", {}, 2, anybodys),
    "twenty, new cards by themselves": ("twenty", {"tt_refresh": "auto", "tt_hands": "private"}, 2, anybodys),
}


def calls(three: list[str]) -> list[Any]:
    """Call, show two cards, ask about the third, take one back, and let it be."""
    return [
        *((0, verb, call("call")) for verb in ("ask", "play")),
        *((0, "play", call("pick", card=card)) for card in three[:2]),
        (0, "ask", call("pick", card=three[2])),
        (0, "play", call("unpick", card=three[1])),
        (0, "play", call("abort")),
    ]


def scripts(game: str, options: dict[str, Any], three: list[str]) -> list[Any]:
    """What is asked and done, by the places of the cards; on one table the three of them are a set."""
    asks = [(0, "ask", call("noset")), (0, "ask", call("claim", cards=three))]
    voting = options.get("noset_mode") not in ("auto", "claim")
    votes = [(1, "play", call("noset")), (0, "ask", call("noset"))] if voting else []
    match game:
        case "set-solo":
            return asks[1:] if options else asks
        case "set" if options.get("claim_mode") == "direct":
            return [*asks, *votes]
        case "set" | "set-quick":
            return [*calls(three), *votes]
        case "scout":
            pointed = (0, "play", call("scout", card=three[0]))
            sealed = [(0, verb, call("commit", cards=three[1:])) for verb in ("ask", "play")]
            return [pointed, *sealed, (1, "ask", call("second", cards=three[1:2])), (1, "ask", call("giveup"))]
        case "chipset":
            shown = [(seat, "ask", call("expose", cards=["h0", "h1", "t0"])) for seat in (0, 1)]
            return [("mover", "ask", call("bet", chips=1)), *[("mover", "play", call("check"))] * 2, *shown]
        case "setup":
            lay = ("mover", "play", call("play", card="h0"))
            return [lay, lay, lay, ("mover", "ask", call("challenge", cards=["t0", "t1"]))]
        case "coopset":
            return [(0, verb, call("commit_layout")) for verb in ("ask", "play")]
    refresh = [(1, verb, call("refresh_vote")) for verb in ("ask", "play")] if not options else []
    return [*refresh, (0, "ask", call("draw")), *calls(["t0", "t1", "h0"])]


@pytest.mark.parametrize("name", CASES)
def test_nothing_tells_whether_a_set_lies_there(house: House, name: str) -> None:
    game, options, seats, sets = CASES[name]
    holding, empty, state = two_deals(GAMES[game], options, seats, sets)
    three = [f"t{state.slots.index(card)}" for card in sets(state)[0] if card in state.slots]
    people = [house.guest(), house.guest()]
    script = scripts(game, options, three)

    async def both() -> list[Any]:
        return [await stream(house, people, CASES[name], seed, script) for seed in (holding, empty)]

    one, other = asyncio.run(both())
    for told, else_told in zip(one, other, strict=True):
        assert len(told) >= min(4, len(script) * seats), "a hello, the table, who is there, an answer"
        assert told == else_told
