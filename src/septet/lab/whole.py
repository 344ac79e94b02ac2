"""A comparison put together from what has come of its chunks: a chunk itself, so that no server is held up by it."""

import zlib

import msgspec

from septet.i18n import LANGUAGES, words
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
