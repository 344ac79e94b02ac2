"""`septet serve`: the table server."""

import argparse
import os
import socket
import sys
import webbrowser
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.request import urlopen

import msgspec

from septet.background.cores import cores
from septet.cli import OK, BadInput
from septet.cli.files import data_folder
from septet.i18n import Words
from septet.server.app import Server, Settings
from septet.server.cluster.bus import Alone, Bus
from septet.server.cluster.bus_redis import RedisBus
from septet.server.limits import Limits, Spans
from septet.server.logging_setup import set_up
from septet.server.people.sessions import LEAST_SECRET, secret_in
from septet.server.serving import CannotListen, listening, serve
from septet.server.serving import run as run_loop
from septet.server.store.postgres import PostgresStore
from septet.server.store.sqlite import SqliteStore
from septet.server.store.store import CannotOpen, Store

PORT = 7777
METRICS_HOST, PUBLIC = "127.0.0.1", "public"
POSTGRES, REDIS = ("postgresql://", "postgres://"), ("redis://", "rediss://", "unix://")


def run(args: argparse.Namespace, t: Words) -> int:
    set_up(args.log_format)
    folder = data_folder(args.data)
    given = secret(args.secret_file, t)
    database, bus = store(args.database or os.environ.get("SEPTET_DATABASE"), folder, t), None
    if address := args.bus or os.environ.get("SEPTET_BUS"):
        bus = between(address, given, database, t)
    try:
        settings = Settings(
            data=folder,
            limits=limits(args.limit or [], t),
            spans=spans(args.keep or [], Spans(), t),
            secret=given or secret_in(folder),
            public_metrics=args.metrics == PUBLIC,
            studio=args.studio,
        )
    except CannotOpen as error:
        raise cannot_open(error, t) from error
    sock = listening_on(args, t)
    if sock is None:
        return OK
    workers = max(1, cores() - 1) if args.workers is None else args.workers

    def ready(address: str) -> None:
        print(t("serve.ready", address=address), t("serve.stop_with"), sep="\n", flush=True)
        if args.open:
            show(address)

    try:
        server = Server(settings, database, bus or Alone())
        with sock, counted_at(server, args.metrics, t):
            run_loop(serve(server, sock, workers, ready, proxy=args.proxy))
    except CannotOpen as error:
        raise cannot_open(error, t) from error
    except KeyboardInterrupt:
        pass
    return OK


def cannot_open(error: CannotOpen, t: Words) -> BadInput:
    return BadInput(t(f"store.{error.code}", **error.facts))


def listening_on(args: argparse.Namespace, t: Words) -> socket.socket | None:
    """The socket to serve on. Who only wants to play gets another port, or the Septet that runs there already."""
    port = PORT if args.port is None else args.port
    if not 0 <= port < 65_536:
        raise BadInput(t("serve.bad_port", port=port))
    try:
        return listening(args.host, port)
    except CannotListen as error:
        if not args.open or args.port is not None:
            raise BadInput(t("serve.cannot_listen", host=args.host, port=port, why=error)) from error
    address = f"http://{args.host}:{port}"
    if not is_septet(address):
        return listening(args.host, 0)
    print(t("serve.already", address=address))
    show(address)
    return None


def counted_at(server: Server, where: str | None, t: Words) -> AbstractContextManager[Any]:
    """Serve the metrics at the address that the host has named, if any."""
    if where is None or where == PUBLIC:
        return nullcontext()
    host, _, port = where.rpartition(":")
    host = host.strip("[]") or METRICS_HOST
    if not port.isdecimal() or not 0 < int(port) < 65_536:
        raise BadInput(t("serve.bad_metrics", where=where))
    try:
        return server.metrics.serve(host, int(port))
    except OSError as error:
        raise BadInput(t("serve.cannot_count", host=host, port=port, why=error.strerror or error)) from error


def is_septet(address: str) -> bool:
    try:
        with urlopen(f"{address}/health", timeout=2) as answer:
            return "trouble" in msgspec.json.decode(answer.read())
    except (OSError, ValueError, TypeError):
        return False


def show(address: str) -> None:
    """Open the browser where there is a screen for it."""
    if os.name == "nt" or sys.platform == "darwin" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def store(address: str | None, folder: Path, t: Words) -> Store:
    """The database: a file of the folder, or a PostgreSQL that several servers share."""
    if not address:
        return SqliteStore(folder / "septet.db")
    if not address.startswith(POSTGRES):
        raise BadInput(t("serve.bad_database"))
    return PostgresStore(address)


def between(address: str, given: str | None, database: Store, t: Words) -> Bus:
    """The bus between the servers of a house; they must share a database and a secret."""
    if not address.startswith(REDIS):
        raise BadInput(t("serve.bad_bus"))
    if not database.shared:
        raise BadInput(t("serve.needs_database"))
    if given is None:
        raise BadInput(t("serve.needs_secret"))
    return RedisBus(address, given)


def secret(file: str | None, t: Words) -> str | None:
    """The secret that the servers of a house share, if the host has given one."""
    try:
        given = Path(file).read_text("utf-8") if file else os.environ.get("SEPTET_SECRET")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BadInput(t("serve.bad_secret_file", file=file, why=why)) from error
    if given is not None and len(given.strip()) < LEAST_SECRET:
        raise BadInput(t("serve.short_secret", least=LEAST_SECRET))
    return given.strip() if given else None


def limits(given: list[str], t: Words) -> Limits:
    """The limits as the host wants them."""
    values = {}
    for text in given:
        name, _, number = text.partition("=")
        try:
            values[name] = float(number) if Limits.__annotations__[name] is float else int(number)
        except (KeyError, ValueError):
            raise BadInput(t("serve.bad_limit", text=text, known=", ".join(Limits.__struct_fields__))) from None
    return msgspec.structs.replace(Limits(), **values)


def spans(given: list[str], usual: Spans, t: Words) -> Spans:
    """The life spans as the host wants them."""
    for text in given:
        try:
            usual = usual.changed(text)
        except ValueError:
            raise BadInput(t("serve.bad_span", text=text, known=", ".join(Spans.__struct_fields__))) from None
    return usual
