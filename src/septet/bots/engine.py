"""Compiled code that bots need: made ready in the background, so that nobody waits without being told."""

import threading
from importlib import import_module
from importlib.util import find_spec
from typing import Any

COMPILES = find_spec("numba") is not None  # a small house does without


class Engine:
    """A module of `kernels/` with a function `warm_up`; until it is ready, bots play by plain rules."""

    def __init__(self, module: str) -> None:
        self.name = module
        self.module: Any = None
        self.error: Exception | None = None
        self.thread: threading.Thread | None = None
        self.lock = threading.Lock()

    @property
    def ready(self) -> bool:
        return self.module is not None

    def start(self) -> None:
        """Begin in the background, once."""
        with self.lock:
            if self.thread is None:
                self.thread = threading.Thread(target=self._make_ready, name=self.name, daemon=True)
                self.thread.start()

    @property
    def at_work(self) -> bool:
        """Is it being made ready?"""
        return self.thread is not None and self.thread.is_alive()

    def wait_for(self, seconds: float) -> None:
        """Until it is ready, or for so long: what was compiled before is there soon."""
        self.start()
        assert self.thread is not None
        self.thread.join(seconds)

    def wait(self) -> None:
        """Until it is ready; whatever went wrong is raised here."""
        self.start()
        assert self.thread is not None
        self.thread.join()
        if self.error:
            raise self.error

    def _make_ready(self) -> None:
        try:
            module = import_module(self.name)
            module.warm_up()
        except Exception as error:  # bots go on with plain rules; whoever waits is told
            self.error = error
        else:
            self.module = module


SEP = Engine("septet.bots.kernels.sep.engine")
COOP = Engine("septet.bots.kernels.setgame.coop")
SEPMOSA = Engine("septet.bots.kernels.sepmosa.engine")


def make_ready() -> None:
    """Begin with what most will ask for first; the rest is made ready when somebody sits down who needs it."""
    SEP.start()
