"""Septet: the home of SEP, SET and SEPMOSA."""

TYPE_CHECKING = False  # as `typing` has it, which alone would take ten times as long to load as all of this
if TYPE_CHECKING:
    from septet.envs.batched import batch as batch

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """`septet.batch` is loaded when somebody asks for it: whoever imports the package does not wait for it."""
    if name == "batch":
        from septet.envs.batched import batch

        return batch
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
