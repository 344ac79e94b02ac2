"""A bot for any game of any Septet server: .venv/bin/python examples/bot.py http://localhost:7777 sep

It makes any move that is offered, and in the games of SET it calls when it sees a set. Without a token, as the last
argument, it comes as a guest.
"""

import asyncio
import random
import sys
from itertools import combinations
from typing import Any

from septet.client import RefusedError, TableClient, connect, guest_token

Json = dict[str, Any]
DARING = ("call", "noset", "abort", "unpick")  # what asks for a second look


def moves(offer: Json, view: Json) -> list[Json]:
    """What is worth trying of an offer: a move as it is, or `any k of these cards`."""
    cards = [card for card in (*view["slots"], *view.get("hand", ())) if card] if "slots" in view else []
    sets = [three for three in combinations(cards, 3) if all(len({*one}) != 2 for one in zip(*three, strict=True))]
    kind = offer.get("kind") or offer["type"]
    if kind in DARING and not {"call": bool(sets), "noset": not sets and offer.get("on")}.get(kind):
        return []
    if "kind" not in offer:
        return [offer]
    if offer["k"] == 3:
        return [{"type": kind, "cards": three} for three in sets if {*three} <= {*offer["cards"]}]
    begun = [card for three in sets if {*view.get("picked", ())} <= {*three} for card in three]
    likely = [card for card in offer["cards"] if card in begun]
    chosen = random.sample(likely if len(likely) >= offer["k"] else offer["cards"], offer["k"])
    return [{"type": kind, "card": chosen[0]} if offer["k"] == 1 else {"type": kind, "cards": chosen}]


async def play(table: TableClient) -> None:
    async for moment in table.turns():
        found = [move for offer in moment["offers"] for move in moves(offer, moment["view"])]
        try:
            if found:
                await table.play(random.choice(found))
        except RefusedError as refusal:
            print(refusal, file=sys.stderr)  # somebody was faster, or it was no set: go on


async def main(server: str, game: str, token: str | None = None) -> None:
    async with connect(server, token or await guest_token(server)) as client:
        about = next(one for one in await client.http("GET", "/api/games") if one["name"] == game)
        others = min(max(about["least"], 2), about["most"]) - 1
        table = await client.make(game, [{"who": "me"}, *[{"who": "bot", "bot": "random"}] * others])
        await play(table)
        print(table.outcome)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:4]))
