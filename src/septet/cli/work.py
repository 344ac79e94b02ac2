"""`septet work`: think for the bots of a server, from this machine or another."""

import argparse
import asyncio
import os
import sys

from septet.bots.engine import COMPILES
from septet.cli import OK, BadInput
from septet.cli.files import data_folder
from septet.cli.serve import cannot_open, secret
from septet.client import NotConnected, RefusedError
from septet.i18n import Words
from septet.server.people.sessions import Signer, secret_in
from septet.server.store.store import CannotOpen
from septet.server.workers.worker import work


def run(args: argparse.Namespace, t: Words) -> int:
    if not args.server.startswith(("http://", "https://")):
        raise BadInput(t("work.bad_server", server=args.server))
    if args.seats < 1:
        raise BadInput(t("work.bad_seats"))
    if not COMPILES:
        print(t("work.no_search"), file=sys.stderr, flush=True)
    try:
        asyncio.run(work(args.server, token(args, t), seats=args.seats))
    except RefusedError as refusal:
        raise BadInput(t("work.refused", server=args.server)) from refusal
    except NotConnected as error:
        raise BadInput(t("work.not_connected", server=args.server)) from error
    os._exit(OK)  # threads that still think must not keep us


def token(args: argparse.Namespace, t: Words) -> str:
    """What proves that we belong to the house: its secret, or the token that follows from it."""
    if given := os.environ.get("SEPTET_WORKER_TOKEN"):
        return given
    if known := secret(args.secret_file, t):
        return Signer(known).worker
    folder = data_folder(args.data)
    if not (folder / "secret").exists():
        raise BadInput(t("work.no_secret", folder=folder))
    try:
        return Signer(secret_in(folder)).worker
    except CannotOpen as error:
        raise cannot_open(error, t) from error
