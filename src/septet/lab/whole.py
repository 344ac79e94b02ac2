"""A study for a server that must not be held up by it: its chunks are packed where they are made, and what comes of
them is put together in a chunk of its own."""

import zlib

import msgspec

from septet.i18n import LANGUAGES, words
from septet.lab import study
from septet.lab.report import as_csv, as_json, page
from septet.lab.study import Rows, StudyResult, StudyTask, compared


class WholeStudy(msgspec.Struct, frozen=True):
    """What is studied, and what has come of each chunk, in their order and packed."""

    task: StudyTask
    deals: int
    results: tuple[bytes, ...]


class StudyFiles(msgspec.Struct, frozen=True):
    """A study as people and programs read it; by language, where there are words in it."""

    json: str
    html: dict[str, str]
    csv: dict[str, str]


def answer_packed(body: bytes) -> bytes:
    """What comes of one chunk of a study, an eighth as long."""
    return msgspec.json.encode(zlib.compress(study.answer(body)))


def answer(body: bytes) -> bytes:
    """All files of a study, as JSON."""
    asked = msgspec.json.decode(body, type=WholeStudy)
    chunks = [msgspec.json.decode(zlib.decompress(one), type=Rows) for one in asked.results]
    found = StudyResult(asked.task, compared(asked.task, chunks, asked.deals))
    spoken = {language: words(language) for language in LANGUAGES}
    made = StudyFiles(
        as_json(found),
        {language: page(found, t) for language, t in spoken.items()},
        {language: as_csv(found, t) for language, t in spoken.items()},
    )
    return msgspec.json.encode(made)
