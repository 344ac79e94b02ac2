"""What the server counts, for Prometheus, and the log that it writes."""

from bisect import bisect_left
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import accumulate
from typing import Any, get_args

import structlog
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    ProcessCollector,
    generate_latest,
    start_http_server,
)
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from septet import __version__
from septet.games.game import snake_case
from septet.server.tables.wire import Message

LATENCY = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Counts(Collector):
    """What is counted with every message: plain numbers of the one thread that counts, since locks would cost more."""

    def __init__(self) -> None:
        self.received = dict.fromkeys(get_args(Message), 0)
        self.events = 0
        self.answers = [0] * (len(LATENCY) + 1)
        self.seconds = 0.0

    def answer(self, seconds: float) -> None:
        self.answers[bisect_left(LATENCY, seconds)] += 1
        self.seconds += seconds

    def collect(self) -> Iterator[Metric]:
        yield CounterMetricFamily("septet_events", "Events written to the log", self.events)
        received = CounterMetricFamily("septet_messages", "Messages from sockets", labels=["type"])
        for kind, count in self.received.items():
            received.add_metric([snake_case(kind.__name__)], count)
        yield received
        buckets = zip([*map(str, LATENCY), "+Inf"], accumulate(self.answers), strict=True)
        answered = HistogramMetricFamily("septet_answer_seconds", "From a message to its answer")
        answered.add_metric([], list(buckets), self.seconds)
        yield answered


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
        self.chunks = Gauge("septet_waiting_chunks", "Chunks of work that wait for a worker", registry=registry)
        self.counts = Counts()
        registry.register(self.counts)
        self.refused = Counter("septet_refusals", "Messages refused", ["code"], registry=registry)
        self.not_served = Counter("septet_requests_refused", "Requests refused", ["code"], registry=registry)
        self.dropped = Counter("septet_dropped_sockets", "Sockets closed by the server", ["why"], registry=registry)
        self.tables_made = Counter("septet_tables_made", "New tables", ["game"], registry=registry)
        self.games_over = Counter("septet_games_over", "Games that ended", ["game"], registry=registry)
        self.cannot_write = Counter("septet_failed_writes", "Writes that failed", registry=registry)
        self.backup = Gauge("septet_backup_timestamp_seconds", "When the newest copy was made", registry=registry)

    def text(self) -> bytes:
        return generate_latest(self.registry)

    def serve(self, host: str, port: int) -> ExitStack:
        """Serve them at a port of their own, which the public need not reach, until it is closed; raises OSError."""
        server, thread = start_http_server(port, host, self.registry)
        serving = ExitStack()
        for last_first in (thread.join, server.server_close, server.shutdown):
            serving.callback(last_first)
        return serving
