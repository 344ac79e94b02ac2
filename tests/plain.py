"""What no person should read: keys, identifiers, and the notation of tests."""

import re

# word.word, snake_case, name=value, and what is left of a message whose facts were not filled in.
SUSPECTS = (
    re.compile(r"(?<![\w/.@-])[a-z]{2,}(?:\.[a-z]\w+)+(?![\w/-])"),
    re.compile(r"(?<![\w/-])[A-Za-z]\w*_\w+"),
    re.compile(r"\w+=\S+"),
    re.compile(r"\{\w*(?::\w+)?\}|\[object |\bundefined\b|\bNaN\b|\bnull\b"),
)


def suspicious(text: str) -> list[str]:
    """The parts of a text that look like something for machines."""
    return [found.group() for suspect in SUSPECTS for found in suspect.finditer(text)]
