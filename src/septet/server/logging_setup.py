"""The server's log: one event a line, as text for people or as JSON for programs."""

import logging
import sys
from contextlib import suppress
from typing import Any, TextIO, cast

import structlog


class Patient:
    """Standard error; where it cannot be written, on a full disk for one, the server goes on without."""

    def write(self, text: str) -> None:
        with suppress(OSError, ValueError):
            sys.stderr.write(text)

    def flush(self) -> None:
        with suppress(OSError, ValueError):
            sys.stderr.flush()


class Libraries(logging.StreamHandler[Any]):
    """What libraries and Python itself have to say, in the same form."""


def _hear_libraries(first: list[Any], last: Any) -> None:
    root = logging.getLogger()
    for handler in [one for one in root.handlers if isinstance(one, Libraries)]:
        root.removeHandler(handler)
    handler = Libraries(Patient())
    form = structlog.stdlib.ProcessorFormatter
    handler.setFormatter(form(processors=[form.remove_processors_meta, last], foreign_pre_chain=[_named, *first]))
    handler.setLevel(logging.WARNING)
    root.addHandler(handler)
    logging.captureWarnings(True)


def _named(logger: Any, method: str, event: Any) -> Any:
    """Which library it is."""
    return {**event, "library": event["_record"].name}


def set_up(form: str) -> None:
    """Write the log to standard error in this form."""
    last = (
        structlog.processors.JSONRenderer()
        if form == "json"
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(),
            exception_formatter=structlog.dev.plain_traceback,  # not the values: passwords may be among them
        )
    )
    first: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        *([structlog.processors.format_exc_info] if form == "json" else []),
    ]
    _hear_libraries(first, last)
    structlog.configure(
        processors=[*first, last],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(cast(TextIO, Patient())),
    )
