"""What the server counts, for Prometheus, and the log that it writes."""

from contextlib import ExitStack
from typing import Any, get_args

import structlog
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
    start_http_server,
)

from septet import __version__
from septet.games.game import snake_case
from septet.server.tables.wire import Message

LATENCY = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """One registry to a server, so that several can live in one process."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.logger: Any = structlog.get_logger("septet")
        ProcessCollector(registry=registry)
        build = Gauge("septet_build_info", "The version that runs", ["version"], registry=registry)
        build.labels(__version__).set(1)
        self.sockets = Gauge("septet_sockets", "Open sockets", registry=registry)
        self.socket_limit = Gauge("septet_socket_limit", "Open sockets that are allowed", registry=registry)
        self.live = Gauge("septet_live_tables", "Tables that this process has in memory", registry=registry)
        self.kept = Gauge("septet_kept_tables", "Tables whose clocks this process looks after", registry=registry)
        self.damaged = Gauge("septet_damaged_tables", "Tables whose log cannot be read", registry=registry)
        self.workers = Gauge("septet_workers", "Connected bot workers", registry=registry)
        self.events = Counter("septet_events", "Events written to the log", registry=registry)
        received = Counter("septet_messages", "Messages from sockets", ["type"], registry=registry)
        self.received = {kind: received.labels(snake_case(kind.__name__)) for kind in get_args(Message)}
        self.refused = Counter("septet_refusals", "Messages refused", ["code"], registry=registry)
        self.not_served = Counter("septet_requests_refused", "Requests refused", ["code"], registry=registry)
        self.dropped = Counter("septet_dropped_sockets", "Sockets closed by the server", ["why"], registry=registry)
        self.tables_made = Counter("septet_tables_made", "New tables", ["game"], registry=registry)
        self.games_over = Counter("septet_games_over", "Games that ended", ["game"], registry=registry)
        self.cannot_write = Counter("septet_failed_writes", "Writes that failed", registry=registry)
        self.backup = Gauge("septet_backup_timestamp_seconds", "When the newest copy was made", registry=registry)
        self.answered = Histogram(
            "septet_answer_seconds", "From a message to its answer", buckets=LATENCY, registry=registry
        )

    def text(self) -> bytes:
        return generate_latest(self.registry)

    def serve(self, host: str, port: int) -> ExitStack:
        """Serve them at a port of their own, which the public need not reach, until it is closed; raises OSError."""
        server, thread = start_http_server(port, host, self.registry)
        serving = ExitStack()
        for last_first in (thread.join, server.server_close, server.shutdown):
            serving.callback(last_first)
        return serving
