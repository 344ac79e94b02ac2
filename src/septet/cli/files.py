"""Files that the user names, read with care, and the folder for the user's data."""

import os
from pathlib import Path

from platformdirs import user_data_path

from septet.cli import BadInput
from septet.games.errors import BadRecord
from septet.games.log import Log, read
from septet.i18n import Words

MOST_BYTES = 16_000_000  # records and books are far smaller


def data_folder(given: str | None) -> Path:
    return Path(given) if given else Path(os.environ.get("SEPTET_DATA") or user_data_path("septet", appauthor=False))


def read_bytes(name: str, t: Words) -> bytes:
    path = Path(name)
    if path.is_dir():
        raise BadInput(t("file.folder", file=name))
    if not path.exists():
        raise BadInput(t("file.missing", file=name))
    if path.stat().st_size > MOST_BYTES:
        raise BadInput(t("file.too_large", file=name, most=MOST_BYTES // 1_000_000))
    return path.read_bytes()


def read_text(name: str, t: Words) -> str:
    try:
        return read_bytes(name, t).decode()
    except UnicodeDecodeError:
        raise BadInput(t("file.not_text", file=name)) from None


def read_record(name: str, t: Words) -> Log:
    try:
        return read(read_bytes(name, t))
    except BadRecord as error:
        raise BadInput(t("file.bad", file=name, why=error)) from None
