"""`septet verify`: deal again from the seed, check the commitment and every move."""

import argparse

import msgspec

from septet.cli import OK
from septet.cli.files import read_record
from septet.i18n import Words


def run(args: argparse.Namespace, t: Words) -> int:
    rows = []
    for name in args.records:
        log = read_record(name, t)
        outcome = log.outcome
        rows.append(
            {"file": name, "game": log.game.name, "moves": len(log.entries), "outcome": msgspec.to_builtins(outcome)}
        )
        if not args.json:
            facts = {"file": name, "game": t(f"game.{log.game.name}"), "n": len(log.entries)}
            print(t("verify.good", **facts) + " " + t("verify.over" if outcome else "verify.running"))
    if args.json:
        print(msgspec.json.encode(rows).decode())
    return OK
