"""`septet serve`: the table server."""

import argparse
import os

import msgspec

from septet.cli import OK, BadInput
from septet.cli.files import data_folder
from septet.i18n import Words
from septet.server.app import Server, Settings
from septet.server.limits import Limits
from septet.server.logs import set_up
from septet.server.serving import CannotListen, listening, serve
from septet.server.serving import run as run_loop
from septet.server.store import CannotOpen


def run(args: argparse.Namespace, t: Words) -> int:
    set_up(args.log_format)
    folder = data_folder(args.data)
    settings = Settings(data=folder, limits=limits(args.limit or [], t))
    try:
        sock = listening(args.host, args.port)
    except CannotListen as error:
        raise BadInput(t("serve.cannot_listen", host=args.host, port=args.port, why=error)) from error
    workers = max(1, (os.cpu_count() or 2) - 1) if args.workers is None else args.workers

    def ready(address: str) -> None:
        print(t("serve.ready", address=address), t("serve.stop_with"), sep="\n", flush=True)

    try:
        run_loop(serve(Server(settings), sock, workers, ready, proxy=args.proxy))
    except CannotOpen as error:
        raise BadInput(t(f"store.{error.code}", **error.facts)) from error
    except KeyboardInterrupt:
        pass
    return OK


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
