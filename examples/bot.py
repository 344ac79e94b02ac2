"""A bot for any Septet server: python examples/bot.py http://localhost:7777 TOKEN sep"""

import asyncio
import random
import sys
from typing import Any

from septet.client import TableClient, connect


def any_move(offers: list[dict[str, Any]]) -> dict[str, Any]:
    offer = random.choice(offers)
    if "kind" not in offer:  # a move as it is
        return offer
    cards = random.sample(offer["cards"], offer["k"])  # "any k of these cards"
    return {"type": offer["kind"], **({"card": cards[0]} if offer["k"] == 1 else {"cards": cards})}


async def play(table: TableClient) -> None:
    async for moment in table.turns():
        await table.play(any_move(moment["offers"]))


async def main(server: str, token: str, game: str) -> None:
    async with connect(server, token) as client:
        table = await client.make(game, [{"who": "me"}, {"who": "bot", "bot": "random"}])
        await play(table)
        print(table.outcome)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:4]))
