"""What bots have learnt: a file of weights for each game, made by `septet train`, and checked when it is read."""

import hashlib
import io
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from septet.bots.kernels.nets import Net
from septet.games.errors import BadRecord

HERE = Path(__file__).parent
IGNORED = {"start_player", "solo_match", "solo_b_target"}  # options that change nothing within a game or a round
LARGEST = 2_000_000  # bytes of a file that comes with the program


class About(msgspec.Struct, frozen=True, kw_only=True):
    """What a net was made for, and how."""

    game: str
    layout: int  # of the signs that it reads
    houses: tuple[dict[str, Any], ...]  # the house rules that it has played, as they differ from the usual ones
    rounds: int
    positions: int
    seed: str
    digest: str = ""  # of the weights


class Learnt(msgspec.Struct, frozen=True):
    """A net, and what is to be known about it."""

    net: Any  # a Net, whose arrays no message holds
    about: About

    @property
    def version(self) -> str:
        """What reports name: the game and the weights themselves."""
        return f"{self.about.game}-{self.about.digest[:8]}"

    def knows(self, options: msgspec.Struct) -> bool:
        """Has it played under these rules? Any mixture of house rules that it knows one by one will do."""
        usual = type(options)()
        known = {(name, value) for house in self.about.houses for name, value in house.items()}
        changed = {
            (name, getattr(options, name))
            for name in options.__struct_fields__
            if name not in IGNORED and getattr(options, name) != getattr(usual, name)
        }
        return changed <= known


def digest_of(net: Net) -> str:
    """A hash of all weights."""
    found = hashlib.sha256()
    for array in net:
        found.update(f"{array.shape} {array.dtype.str}".encode() + array.astype("<f4").tobytes())
    return found.hexdigest()


def write(path: Path, net: Net, about: About) -> Learnt:
    """Write a net to a file; what reports will call it stands in the answer."""
    known = msgspec.structs.replace(about, digest=digest_of(net))
    told = np.frombuffer(msgspec.json.encode(known), np.uint8)
    packed = io.BytesIO()
    np.savez_compressed(packed, about=told, **{name: getattr(net, name) for name in Net._fields})
    path.write_bytes(packed.getvalue())
    return Learnt(net, known)


def read(path: Path, game: str, layout: int) -> Learnt:
    """Read a net that was made for this game and these signs; anything else is refused with the name of the file."""
    packed = io.BytesIO(path.read_bytes())
    try:
        with np.load(packed, allow_pickle=False) as file:
            about = msgspec.json.decode(file["about"].tobytes(), type=About)
            net = Net(*(np.ascontiguousarray(file[name], np.float32) for name in Net._fields))
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zipfile.error, msgspec.MsgspecError) as error:
        raise BadRecord("damaged_weights", file=str(path)) from error
    if digest_of(net) != about.digest:
        raise BadRecord("damaged_weights", file=str(path))
    if (about.game, about.layout) != (game, layout):
        raise BadRecord("other_weights", file=str(path), game=game)
    return Learnt(net, about)


@cache
def shipped(game: str, layout: int) -> Learnt:
    """The net that comes with the program."""
    return read(HERE / f"{game}.npz", game, layout)
