"""`septet check`: play the pictures in Markdown files."""

import argparse
import sys

import msgspec

from septet.cli import FAILED, OK, BadInput
from septet.cli.files import read_text
from septet.games.errors import BadText, Refusal
from septet.games.pictures import Failure, blocks, play
from septet.i18n import Words


def run(args: argparse.Namespace, t: Words) -> int:
    passed, failed, empty = 0, list[tuple[str, Failure]](), list[str]()
    for name in args.files:
        try:
            found = list(blocks(read_text(name, t)))
        except BadText as error:
            raise BadInput(t("file.bad", file=name, why=error)) from None
        if not found:
            empty.append(name)
        for block in found:
            good, failures = play(block)
            passed += good
            failed += [(name, failure) for failure in failures]
    nothing = "\n".join(t("check.no_pictures", file=name) for name in empty)
    if len(empty) == len(args.files):
        raise BadInput(nothing)
    if nothing:
        print(nothing, file=sys.stderr)
    if args.json:
        rows = [
            {
                "file": name,
                "line": failure.line,
                "try": failure.text,
                "expected": failure.expected,
                "seen": _problem(failure, t) or failure.seen,
            }
            for name, failure in failed
        ]
        print(msgspec.json.encode({"passed": passed, "failed": len(failed), "failures": rows}).decode())
    else:
        for name, failure in failed:
            print(f"{name}:{failure.line}: {failure.text}")
            problem = _problem(failure, t)
            print(f"    {problem}" if problem else t("check.failure", expected=failure.expected, seen=failure.seen))
        print(f"{passed} passed, {len(failed)} failed")
    return FAILED if failed else OK


def _problem(failure: Failure, t: Words) -> str:
    return t.refusal(failure.problem) if isinstance(failure.problem, Refusal) else ""
