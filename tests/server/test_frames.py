"""Frames that are read and written by hand are those of the library."""

from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from septet.server.frames import Boundaries, frame, only_text

SIZES = (0, 1, 2, 3, 125, 126, 127, 300, 65_535, 65_536)
OPCODES = (Opcode.TEXT, Opcode.BINARY, Opcode.CONT, Opcode.PING, Opcode.CLOSE)


def on_the_wire(opcode: Opcode, data: bytes, *, fin: bool = True, mask: bool = True) -> bytes:
    short = opcode in (Opcode.PING, Opcode.CLOSE)  # as these always are
    return Frame(opcode, data[:125] if short else data, fin).serialize(mask=mask)


def read(data: bytes, *, mask: bool) -> Iterator[Frame]:
    """All frames of this, as the library reads them."""
    reader = StreamReader()
    reader.feed_data(data)
    while reader.buffer:
        try:
            next(parsing := Frame.parse(reader.read_exact, mask=mask))
            raise AssertionError(f"not whole: {parsing}")
        except StopIteration as whole:
            yield whole.value


@pytest.mark.parametrize("size", SIZES)
def test_a_text_of_any_size_is_written_as_the_library_reads_it(size: int) -> None:
    text = b"x" * size
    (found,) = read(frame(text), mask=False)
    assert (found.opcode, found.fin, bytes(found.data)) == (Opcode.TEXT, True, text)


@pytest.mark.parametrize("size", SIZES)
def test_a_whole_text_is_read_by_hand_and_nothing_else_is(size: int) -> None:
    text = bytes(number % 251 for number in range(size))
    whole = on_the_wire(Opcode.TEXT, text)
    assert only_text(whole) == (text if 1 < size < 65_536 else None)  # the library knows what is seldom
    others = [on_the_wire(opcode, text) for opcode in OPCODES if opcode is not Opcode.TEXT]
    others += [on_the_wire(Opcode.TEXT, text, fin=False), on_the_wire(Opcode.TEXT, text, mask=False)]
    others += [whole[:-1], whole + b"\x81", whole + whole, whole[:3], b""]
    assert [only_text(other) for other in others] == [None] * len(others)


@given(
    frames=st.lists(st.tuples(st.sampled_from(OPCODES), st.sampled_from(SIZES), st.booleans()), max_size=6),
    cuts=st.lists(st.integers(min_value=1, max_value=400), min_size=1, max_size=40),
)
@example(frames=[(Opcode.TEXT, 300, True), (Opcode.PING, 2, True)], cuts=[1])
@example(frames=[(Opcode.TEXT, 65_536, True), (Opcode.TEXT, 1, True)], cuts=[3, 7, 400])
def test_where_frames_end_is_known_however_they_are_cut_up(
    frames: list[tuple[Opcode, int, bool]], cuts: list[int]
) -> None:
    sent, ends = b"", {0}
    for opcode, size, mask in frames:
        sent += on_the_wire(opcode, b"x" * size, mask=mask)
        ends.add(len(sent))
    boundaries, at, turn = Boundaries(), 0, 0
    while at < len(sent):
        more = cuts[turn % len(cuts)] * (1 if len(sent) < 4_000 else 97)
        boundaries.see(sent[at : at + more])
        at, turn = min(at + more, len(sent)), turn + 1
        assert boundaries.between == (at in ends)
