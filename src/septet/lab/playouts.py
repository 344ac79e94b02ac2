"""Random games of SEP played out by its compiled twin, as work that may wait; the same on every machine."""

from hashlib import blake2s

import msgspec

from septet.games import GAMES


class Batch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many games, all from one seed."""

    seed: int
    games: int = 200


class BatchPlayed(msgspec.Struct, frozen=True):
    """How many moves and turns they took, and a hash of how they all ended."""

    moves: int
    turns: int
    ends: str


def answer(body: bytes) -> bytes:
    """What comes of a batch."""
    batch, game = msgspec.json.decode(body, type=Batch), GAMES["sep"]

    import numpy as np

    from septet.bots.kernels.chance import new_chance
    from septet.bots.kernels.sep import playouts, records

    states = np.zeros(batch.games, records.STATE)
    records.to_record(game.deal(game.Options(), game.seats.start, bytes(32)), states[0])
    states[:] = states[0]
    playouts.deal_all(states, new_chance(batch.seed))
    moves = playouts.play_out_many(states, batch.seed)
    ends = blake2s(states.tobytes()).hexdigest()
    return msgspec.json.encode(BatchPlayed(moves, int(states["turn"].sum()), ends))
