"""`septet verify`: deal again, from the seed or from secret and numbers; check the commitment and every move."""

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
        header = log.header
        rows.append(
            {
                "file": name,
                "game": log.game.name,
                "moves": len(log.entries),
                "outcome": msgspec.to_builtins(outcome),
                "numbers": None if header.numbers is msgspec.UNSET else header.added,
            }
        )
        if not args.json:
            facts = {"file": name, "game": t(f"game.{log.game.name}"), "n": len(log.entries)}
            told = [t("verify.good", **facts), t("verify.over" if outcome else "verify.running")]
            if header.numbers is not msgspec.UNSET:
                names = ", ".join(header.seats[seat].name for seat in header.added)
                told.append(t("verify.numbers", names=names) if names else t("verify.no_numbers"))
            print(*told)
    if args.json:
        print(msgspec.json.encode(rows).decode())
    return OK
