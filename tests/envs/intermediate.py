"""A kernel for a graphics card, run on the processor: its intermediate code, as it goes to the card's compiler.

What differs on a card is which thread a function runs in, and that some memory is elsewhere: both are put in the code
here, and all else is left as it is. So the very code that a card gets can be held to the processor's twin without one.
"""

import ctypes
import re
from importlib import import_module
from typing import Any

import llvmlite.binding as llvm

QUOTED = re.compile(r'"[^"]*"')
SQUARE = r"\[(?:[^\[\]]|\[(?:[^\[\]]|\[[^\[\]]*\])*\])*\]"
CURLY = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
POINTER = re.compile(rf"(?:\bi\d+|\bdouble|\bfloat|\bptr|{SQUARE}|{CURLY})\*")
ABOUT_THREADS = {"tid": "@thread", "ntid": "@one", "ctaid": "@none", "nctaid": "@one"}


class OnProcessor:
    """A kernel whose threads the processor plays, one after the other."""

    def __init__(self, function: Any, signature: Any, arch: tuple[int, int]) -> None:
        compiler: Any = import_module("numba.cuda.compiler")
        library, _ = compiler._compile_pyfunc_with_fixup(function, signature, device=False, cc=arch, abi="numba")
        module = llvm.parse_assembly(THREADS)
        for text in library.llvm_strs:
            module.link_in(llvm.parse_assembly(for_processor(text)))
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_default_triple().create_target_machine(opt=2)
        module.triple = llvm.get_process_triple()
        self.engine = llvm.create_mcjit_compiler(module, machine)
        self.engine.finalize_object()
        (name,) = (
            one.name for one in module.functions if f"{function.__name__}" in one.name and not one.is_declaration
        )
        self.thread = ctypes.c_int32.from_address(self.engine.get_global_value_address("thread"))
        self.address = self.engine.get_function_address(name)

    def run(self, threads: int, *arrays: Any) -> None:
        """Every array is told as Numba does: two owners, sizes, where it is, its shape and its strides."""
        said: list[int] = []
        for array in arrays:
            said += [0, 0, array.size, array.itemsize, array.ctypes.data, *array.shape, *array.strides]
        call = ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * len(said))(self.address)
        for number in range(threads):
            self.thread.value = number
            call(*said)


THREADS = """
@thread = global i32 0
@one = constant i32 1
@none = constant i32 0
"""


def for_processor(text: str) -> str:
    """The code of a module without what only a card has: pointers are plain, all memory is in one place."""
    names: list[str] = []

    def kept(found: re.Match[str]) -> str:
        names.append(found[0])
        return f'"{len(names) - 1}"'

    text = QUOTED.sub(kept, re.sub(r"target (triple|datalayout).*\n", "", text))
    text = re.sub(r"\s?addrspace\(\d+\)", "", text)
    while (plainer := POINTER.sub("ptr", text)) != text:
        text = plainer
    text = text.replace("addrspacecast ptr", "bitcast ptr")
    text = re.sub(r'"(\d+)"', lambda found: names[int(found[1])], text)
    text = re.sub(r"declare i32 @\"?llvm\.nvvm\.read\.ptx\.sreg\.\w+\.x\"?\(\)\n?", "", text)
    for name, place in ABOUT_THREADS.items():
        text = re.sub(rf'call i32 @"?llvm\.nvvm\.read\.ptx\.sreg\.{name}\.x"?\(\)', f"load i32, ptr {place}", text)
    outside = [place for place in sorted({*ABOUT_THREADS.values()}) if f"load i32, ptr {place}" in text]
    return "".join(f"{place} = external global i32\n" for place in outside) + text
