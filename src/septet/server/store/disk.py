"""Files that are there after a power cut, whole or not at all."""

import os
import secrets
from pathlib import Path


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on disk."""
    if os.name == "nt" and path.is_dir():  # pragma: no cover
        return
    file = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)  # Windows syncs only what may be written
    try:
        os.fsync(file)
    finally:
        os.close(file)


def hand_over(path: Path, folder: Path) -> None:
    """What root makes for a folder is of whomever the folder is: the server has to be able to use it."""
    if os.name != "nt" and os.geteuid() == 0:
        owner = folder.stat()
        os.chown(path, owner.st_uid, owner.st_gid)


def write_new(path: Path, text: str) -> None:
    """Write a private file under its name; one that is there already, or comes at the same moment, stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    made = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        made.touch(mode=0o600)
        made.write_text(text)
        sync(made)
        try:
            os.link(made, path)  # unlike a rename this replaces nothing
        except FileExistsError:
            pass
        except OSError:  # not every file system knows links
            made.replace(path)
        sync(path.parent)
    finally:
        made.unlink(missing_ok=True)
