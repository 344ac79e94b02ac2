"""Sets as the bits of whole numbers inside a twin: how many there are, and which comes first or last."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from septet.bots.kernels import Int

YES = ir.Constant(ir.IntType(1), 1)  # nothing is asked of an empty set


def _counter(made: Any) -> Any:
    """What an instruction of the processor says of a number, from 0 to 64."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return made(builder, arguments[0])

    return types.int64(types.int64), generate


def _size_of(_context: Any, members: Int) -> Any:
    """How many bits are set."""
    return _counter(lambda builder, bits: builder.ctpop(bits))


def _first_of(_context: Any, members: Int) -> Any:
    """The lowest bit that is set; there must be one."""
    return _counter(lambda builder, bits: builder.cttz(bits, YES))


def _last_of(_context: Any, members: Int) -> Any:
    """The highest bit that is set; there must be one."""
    return _counter(lambda builder, bits: builder.sub(ir.Constant(bits.type, 63), builder.ctlz(bits, YES)))


size_of: Any = intrinsic(_size_of)
first_of: Any = intrinsic(_first_of)
last_of: Any = intrinsic(_last_of)
