"""The rule books, which lie beside the rules that they tell."""

from importlib.resources import files


def rule_book(rules: type, name: str, language: str) -> str:
    """The book of this name, beside the module of these rules, as Markdown."""
    folder = files(rules.__module__.rpartition(".")[0])
    return (folder / f"{name}.{language}.md").read_text(encoding="utf-8")
