"""Files that the user names, read with care, and the folder for the user's data."""

import os
from pathlib import Path

import msgspec
from platformdirs import user_data_path

from septet.cli import BadInput, printable
from septet.games.errors import BadRecord, BadText
from septet.games.log import Log, Sitter, read
from septet.i18n import Words
from septet.study import replay
from septet.study.replay import Story

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
    """A record, with names that can be shown whatever somebody has put there."""
    try:
        log = read(read_bytes(name, t))
    except BadRecord as error:
        raise BadInput(t("file.bad", file=name, why=error)) from None
    seats = tuple(msgspec.structs.replace(one, name=printable(one.name)) for one in log.header.seats)
    log.header = msgspec.structs.replace(log.header, seats=seats)
    return log


def read_story(name: str, t: Words) -> Story:
    """A record of any game, or SEPN; with names that a terminal takes for no orders."""
    if not replay.is_text(found := read_bytes(name, t)):
        return replay.of_log(read_record(name, t))
    try:
        story = replay.read(found)
    except BadText as error:
        raise BadInput(t("file.bad", file=name, why=error)) from None
    sitters = tuple(Sitter(printable(one.name)) for one in story.sitters)
    return msgspec.structs.replace(story, sitters=sitters)
