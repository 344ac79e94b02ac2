"""Refusals: every one has a kind and a code, which each language has words for, and facts that the words name."""

from typing import Any, ClassVar


class Refusal(ValueError):
    """Something that cannot be done, and why."""

    kind: ClassVar[str]

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts
        self.family = ""  # of the game that refused; it may have words of its own


class BadText(Refusal):
    """Text that is not understood."""

    kind = "text"


class BadOption(Refusal):
    """An option that does not exist, a value it does not take, or a combination that the rules exclude."""

    kind = "option"


class BadRecord(Refusal):
    """A record that cannot be read, or that does not hold."""

    kind = "record"
