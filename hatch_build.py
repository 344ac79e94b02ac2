"""Makes what a package of Septet ships but the repository does not hold: the compiled translations.

Hatchling calls this whenever it builds a wheel, a source package or the editable install of a checkout.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CATALOGUES = "src/septet/i18n/*/LC_MESSAGES"

# A line of a .po file: nothing, a comment, or a quoted text with or without a keyword before it.
PO_LINE = re.compile(r'(#.*|((msgctxt|msgid|msgid_plural|msgstr(\[\d\])?) +)?"([^"\\]|\\[nt"\\])*")?')


class BuildError(Exception):
    """Something in the sources cannot be built; the text says what and where, in one sentence."""


class CustomBuildHook(BuildHookInterface[Any]):
    """The hook that pyproject.toml names."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        try:
            compile_translations(Path(self.root))
        except BuildError as error:
            self.app.abort(str(error))


def compile_translations(root: Path) -> None:
    """Write a .mo file beside every .po file, and remove those whose .po file is gone."""
    for po in sorted(root.glob(f"{CATALOGUES}/*.po")):
        compiled = BytesIO()
        write_mo(compiled, read_catalogue(po, po.relative_to(root).as_posix()))
        po.with_suffix(".mo").write_bytes(compiled.getvalue())
    for mo in root.glob(f"{CATALOGUES}/*.mo"):
        if not mo.with_suffix(".po").exists():
            mo.unlink()


def read_catalogue(po: Path, name: str) -> Catalog:
    """Read one .po file; what could show a player something wrong is an error."""
    text = read_lines(po, name)
    try:
        catalogue = read_po(StringIO(text), abort_invalid=True)
    except PoFileError as error:
        complaint = re.sub(r" on \d+$", "", str(error))
        raise BuildError(f"{name}, line {error.lineno + 1}: {complaint}.") from error
    except ValueError as error:
        raise BuildError(f"{name}, line 1: the header cannot be understood ({error}).") from error
    for line, complaint in complaints(catalogue):
        raise BuildError(f"{name}, line {line}: {complaint}.")
    return catalogue


def read_lines(po: Path, name: str) -> str:
    """The text of a .po file, of which every line has been looked at: Babel itself passes over broken ones."""
    try:
        text = po.read_text("utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise BuildError(f"{name}, line {line}: this is not UTF-8.") from error
    for number, line_text in enumerate(text.split("\n"), start=1):
        if not PO_LINE.fullmatch(line_text.strip()):
            raise BuildError(f"{name}, line {number}: this is no line of a .po file, or a quote is missing.")
    return text


def complaints(catalogue: Catalog) -> Iterator[tuple[int, str]]:
    """The line and the description of everything that keeps a catalogue from being used."""
    if catalogue.charset.lower() != "utf-8":
        yield 1, "the header must say charset=UTF-8"
    for message in catalogue:
        if message.fuzzy and not message.id:
            yield 1, "the header is missing or marked fuzzy"
        elif message.fuzzy:
            yield message.lineno or 1, "this translation is marked fuzzy; check it and take the mark away"
        elif is_half_translated(message):
            yield message.lineno or 1, "some plural forms are translated and others are not"
    for message, errors in catalogue.check():
        yield message.lineno or 1, str(errors[0])


def is_half_translated(message: Message) -> bool:
    forms = message.string
    return isinstance(forms, tuple) and any(forms) and not all(forms)
