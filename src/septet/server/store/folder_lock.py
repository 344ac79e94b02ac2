"""One server to a data folder: a lock that goes when its process goes, however it ends."""

import os
from pathlib import Path

from septet.server.store.store import CannotOpen

if os.name == "nt":  # pragma: no cover
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FolderLock:
    """Held from `take` to `give_back`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.file: int | None = None

    def take(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise CannotOpen("database", path=str(self.path.parent), why=error.strerror or str(error)) from error
        try:
            _lock(self.file)
        except OSError as error:
            self.give_back()
            raise CannotOpen("in_use", path=str(self.path.parent)) from error

    def give_back(self) -> None:
        if self.file is not None:
            os.close(self.file)
            self.file = None
