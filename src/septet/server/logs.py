"""The server's log: one event a line, as text for people or as JSON for programs."""

import logging
import sys
from contextlib import suppress
from typing import TextIO, cast

import structlog


class Patient:
    """Standard error; where it cannot be written, on a full disk for one, the server goes on without."""

    def write(self, text: str) -> None:
        with suppress(OSError, ValueError):
            sys.stderr.write(text)

    def flush(self) -> None:
        with suppress(OSError, ValueError):
            sys.stderr.flush()


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
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            *([structlog.processors.format_exc_info] if form == "json" else []),
            last,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(cast(TextIO, Patient())),
    )
