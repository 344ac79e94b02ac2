"""`septet check`: play the pictures in Markdown files."""

import argparse
import sys
from contextlib import suppress
from pathlib import Path

import msgspec

from septet.cli import FAILED, OK, BadInput
from septet.cli.files import read_text
from septet.games import GAMES
from septet.games.errors import BadText, Refusal
from septet.games.options import for_new
from septet.games.pictures import Failure, blocks, drawing_of, play
from septet.i18n import Words
from septet.images import svg


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
    drawn = _drawn(args, t) if args.draw else 0
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
        if args.draw:
            print(t("image.drawn", n=drawn, folder=args.draw))
        print(f"{passed} passed, {len(failed)} failed")
    return FAILED if failed else OK


def _drawn(args: argparse.Namespace, t: Words) -> int:
    """Every picture as an image of its own, named by its file and the line where it begins; how many there are."""
    folder, made = Path(args.draw), 0
    folder.mkdir(parents=True, exist_ok=True)
    for name in args.files:
        for block in blocks(read_text(name, t)):
            game = GAMES[block.game]
            with suppress(Refusal):  # what cannot be drawn is among the failures
                state = game.notation.parse(for_new(game.Options()), drawing_of(block))
                view = game.view(state, next(iter(sorted(game.to_move(state))), 0))
                image = svg(game, [view], language=t.language)
                (folder / f"{block.game}-{Path(name).stem}-{block.line}.svg").write_text(image, encoding="utf-8")
                made += 1
    return made


def _problem(failure: Failure, t: Words) -> str:
    return t.refusal(failure.problem) if isinstance(failure.problem, Refusal) else ""
