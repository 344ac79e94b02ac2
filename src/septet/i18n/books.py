"""The rule books, which lie beside the rules that they tell."""

import re
from importlib.resources import files

# What only those need who write pictures stands between such marks; the page hides it until it is asked for.
MARK = re.compile(r"^<!-- (?:/?notation|exercise) -->\n+|<!-- /?notation -->", re.MULTILINE)


def rule_book(rules: type, name: str, language: str, *, marked: bool = False) -> str:
    """The book of this name, beside the module of these rules, as Markdown, with or without the marks."""
    folder = files(rules.__module__.rpartition(".")[0])
    book = (folder / f"{name}.{language}.md").read_text(encoding="utf-8")
    return book if marked else MARK.sub("", book)
