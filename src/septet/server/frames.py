"""Frames of a socket as they lie on the wire (RFC 6455): as much of it as is quicker done by hand.

Whatever is not plain is left to the library, which knows all of it.
"""

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it is not compiled
    from websockets.utils import apply_mask

TEXT, MASKED, LONG, LONGER = 0x81, 0x80, 126, 127  # a whole text; and how its length is written


HEADS = [bytes((TEXT, size)) for size in range(LONG)]  # of short texts


def frame(text: bytes) -> bytes:
    """A text in a frame of its own: from a server, which masks and compresses nothing."""
    size = len(text)
    if size < LONG:
        return HEADS[size] + text
    return (b"\x81\x7e" + size.to_bytes(2) if size < 65_536 else b"\x81\x7f" + size.to_bytes(8)) + text


def only_text(data: bytes) -> bytes | None:
    """The text, if this is one whole text from a client and nothing else."""
    if len(data) < 8 or data[0] != TEXT:
        return None
    size = data[1] - MASKED
    if len(data) == size + 6:
        return apply_mask(data[6:], data[2:6]) if size < LONG else None
    if size == LONG and len(data) == int.from_bytes(data[2:4]) + 8:
        return apply_mask(data[8:], data[4:8])
    return None


class Boundaries:
    """Where frames end in what a client sends, however it is cut up on its way."""

    def __init__(self) -> None:
        self.missing = 0  # bytes of the last frame
        self.begun = b""  # or as much of its head as is there
        self.between = True  # is all that has come so far whole?

    def see(self, data: bytes) -> None:
        data, self.begun, at = self.begun + data, b"", self.missing
        while at < len(data):
            size = _size(data, at)
            if size is None:
                self.begun, self.missing, self.between = data[at:], 0, False
                return
            at += size
        self.missing = at - len(data)
        self.between = not self.missing


def _size(data: bytes, at: int) -> int | None:
    """How long the frame is that begins here, if so much of it is there that one can know."""
    if len(data) < at + 2:
        return None
    mask, size = 4 if data[at + 1] & MASKED else 0, data[at + 1] & ~MASKED
    more = {LONG: 2, LONGER: 8}.get(size, 0)
    if len(data) < at + 2 + more:
        return None
    return 2 + more + mask + (int.from_bytes(data[at + 2 : at + 2 + more]) if more else size)
