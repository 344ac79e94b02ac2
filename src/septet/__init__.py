"""Septet: the home of SEP, SET and SEPMOSA.

`septet.deal("sep", seed=7)` is a table to play at, `septet.simulate("sep")` many games as a table of figures,
`septet.compare("sep", "combo_ace")` what a rule changes, `septet.batch("sep", 4096)` many games at once for those who
train. Each is loaded when somebody asks for it.
"""

TYPE_CHECKING = False  # as `typing` has it, which alone would take ten times as long to load as all of this
if TYPE_CHECKING:
    from typing import Any

    from septet.envs.batched import batch as batch
    from septet.workbench.asking import NotPossible as NotPossible
    from septet.workbench.comparing import compare as compare
    from septet.workbench.dealing import deal as deal
    from septet.workbench.dealing import position as position
    from septet.workbench.dealing import read as read
    from septet.workbench.simulating import simulate as simulate

__version__ = "0.1.0"

LATER = {  # what is found by its name, and where: whoever imports the package does not wait for it
    "batch": "septet.envs.batched",
    "NotPossible": "septet.workbench.asking",
    "compare": "septet.workbench.comparing",
    "deal": "septet.workbench.dealing",
    "position": "septet.workbench.dealing",
    "read": "septet.workbench.dealing",
    "simulate": "septet.workbench.simulating",
}


def __getattr__(name: str) -> "Any":
    if name not in LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(LATER[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *LATER})
