"""A review put together from what has come of its chunks: a chunk itself, so that no server is held up by it."""

import msgspec


class Whole(msgspec.Struct, frozen=True):
    """A game, what its review was planned with, and what has come of each chunk of that plan."""

    record: str
    seed: str
    results: tuple[str, ...]
    playouts: int | None = None


def answer(body: bytes) -> bytes:
    """The review, as JSON."""
    from septet.review.chunks import assemble, plan

    asked = msgspec.json.decode(body, type=Whole)
    record = asked.record.encode(errors="surrogatepass")
    chunks = plan(record, asked.seed, asked.playouts)
    return msgspec.json.encode(assemble(record, chunks, [one.encode() for one in asked.results]))
