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

    def __reduce__(self) -> Any:
        """Known again in another process, whatever it was made of."""
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[Refusal], args: tuple[Any, ...], known: dict[str, Any]) -> Refusal:
    refusal = kind.__new__(kind, *args)
    refusal.__dict__.update(known)
    return refusal


class BadText(Refusal):
    """Text that is not understood."""

    kind = "text"


class BadOption(Refusal):
    """An option that does not exist, a value it does not take, or a combination that the rules exclude."""

    kind = "option"


class BadRecord(Refusal):
    """A record that cannot be read, or that does not hold."""

    kind = "record"
