"""A program's part in a deal that nobody chooses: a number of its own, pledged before and checked afterwards.

In other words: commit-reveal, the side of the client.
"""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any

Json = dict[str, Any]


def hash_of(number: bytes) -> str:
    return hashlib.sha256(number).hexdigest()


def deal_seed(secret: bytes, numbers: Sequence[str | None]) -> str:
    """The seed of a deal from secret and numbers, as docs/records.md says."""
    parts = (b"septet deal", secret, *(bytes.fromhex(number or "") for number in numbers))
    return hash_of(b"".join(len(part).to_bytes(8, "big") + part for part in parts))


class OwnNumber:
    """What one seat adds to the deal of one table."""

    def __init__(self) -> None:
        self.number = b""  # what we have shown, or will
        self.drawn: dict[str, bytes] = {}  # by hash; which of them counts, the table says
        self.answered: tuple[bool, str | None] | None = None  # what we were last asked for
        self.promised: list[str | None] = []  # the hashes of those who play, when we showed our number

    def pledge(self) -> str:
        """Draw a new number; its hash."""
        self.number = secrets.token_bytes(32)
        self.drawn[hash_of(self.number)] = self.number
        return hash_of(self.number)

    def answer(self, deal: Json, seat: int) -> Json | None:
        """What to say when this seat is asked for something; nothing if it was said already, or is not ours to say."""
        if seat not in deal["awaited"]:
            self.answered = None
            return None
        asked = deal["showing"], deal["pledges"][seat]
        if asked == self.answered:
            return None
        self.answered = asked
        if not deal["showing"]:
            return {"type": "pledge", "pledge": self.pledge()}
        if asked[1] not in self.drawn:
            return None
        self.number = self.drawn[asked[1]]
        self.promised = [deal["pledges"][one] for one in deal["seats"]]
        return {"type": "reveal", "number": self.number.hex()}

    def was_in(self, seat: int, commitment: str, deal: Json, moment: Json) -> bool:
        """Is the deal of a game that is over what was promised before, with our own number in it?"""
        if not moment.get("secret"):
            return False
        secret, numbers = bytes.fromhex(moment["secret"]), deal["numbers"]
        return (
            hash_of(secret) == commitment
            and [one and hash_of(bytes.fromhex(one)) for one in numbers] == self.promised
            and numbers[seat] == self.number.hex()
            and deal_seed(secret, numbers) == moment["seed"]
        )
