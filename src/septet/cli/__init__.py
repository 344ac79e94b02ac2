"""The command `septet`: what it understands, and one place for its errors."""

import argparse
import codecs
import gettext
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

from septet import __version__
from septet.games import GAMES
from septet.games.errors import Refusal
from septet.i18n import FOLDER, LANGUAGES, Words, language_of, words
from septet.lab.curricula import TAUGHT
from septet.puzzles.puzzle import KINDS

OK, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


class BadInput(Exception):
    """Something that the user gave and that cannot be used, in words."""


class Parser(argparse.ArgumentParser):
    words: Words

    def error(self, message: str) -> NoReturn:
        raise BadInput(f"{message}\n{self.words('cli.see_help', program=self.prog)}")


def main(argv: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if argv is None else argv)
    _write_all_signs()
    t = words(_language(given))
    _speak(t.language)
    try:
        args = parser(t).parse_args(given)
        if not args.command:  # sit down and play
            args = parser(t).parse_args([*given, "serve", "--open"])
        run = import_module(f"septet.cli.{args.command}").run
        code: int = run(args, t)
        sys.stdout.flush()
        return code
    except BadInput as error:
        return _complain(str(error))
    except Refusal as refusal:
        return _complain(t.refusal(refusal))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except OSError as error:
        return _complain(f"{error.filename or ''}: {error.strerror or error}".lstrip(": "))
    except KeyboardInterrupt:
        return INTERRUPTED


def _write_all_signs() -> None:
    """Where ♣ cannot be written, as in a file on Windows, UTF-8 is; a screen that cannot show it has a “?”."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and codecs.lookup(stream.encoding).name != "utf-8":
            if stream.isatty():
                stream.reconfigure(errors="replace")
            else:
                stream.reconfigure(encoding="utf-8")


def _complain(message: str) -> int:
    print(f"septet: {printable(message)}", file=sys.stderr)
    return BAD_INPUT


def printable(text: str) -> str:
    """Without what a terminal would take for an order."""
    return "".join(sign if sign.isprintable() or sign == "\n" else "\N{REPLACEMENT CHARACTER}" for sign in text)


def _language(argv: list[str]) -> str:
    """The help is written before the arguments are understood, so the language is looked for first."""
    for number, word in enumerate(argv):
        following = argv[number + 1] if number + 1 < len(argv) else ""
        wanted = word.removeprefix("--lang=") if word.startswith("--lang=") else following if word == "--lang" else ""
        if wanted in LANGUAGES:
            return wanted
    return language_of(os.environ)


def _speak(language: str) -> None:
    """The standard library's own words about arguments, in the same language."""
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain("argparse", str(FOLDER))
    gettext.textdomain("argparse")


def parser(t: Words) -> argparse.ArgumentParser:
    Parser.words = t
    top = _parser(None, "septet", t)
    top.add_argument("--version", action="version", version=f"septet {__version__}", help=t("cli.version"))
    _language_option(top, t)
    commands = top.add_subparsers(dest="command", metavar=t("cli.command"), parser_class=Parser)
    games = tuple(GAMES)

    play = _parser(commands, "play", t)
    play.add_argument("game", nargs="?", choices=games, metavar="GAME", help=t("cli.game", games=", ".join(games)))
    play.add_argument("--bot", metavar="NAME", help=t("cli.bot"))
    play.add_argument("--two", action="store_true", help=t("cli.two"))
    play.add_argument("--name", help=t("cli.name"))
    play.add_argument("--resume", nargs="?", const="", metavar="RECORD", help=t("cli.resume"))
    play.add_argument("--confirm", action="store_true", help=t("cli.confirm"))
    play.add_argument("--plain", action="store_true", help=t("cli.plain"))
    _game_options(play, t)
    play.add_argument("--data", metavar="FOLDER", help=t("cli.data"))

    rules = _parser(commands, "rules", t)
    rules.add_argument("game", choices=games, metavar="GAME", help=t("cli.game", games=", ".join(games)))
    rules.add_argument("--options", action="store_true", help=t("cli.list_options"))
    _json_option(rules, t)

    learn = _parser(commands, "learn", t)
    learn.add_argument("game", choices=games, metavar="GAME", help=t("cli.game", games=", ".join(games)))
    learn.add_argument("--step", type=int, default=1, metavar="N", help=t("cli.step"))
    learn.add_argument("--plain", action="store_true", help=t("cli.plain"))

    puzzle = _parser(commands, "puzzle", t)
    posed = tuple(dict.fromkeys(kind.game for kind in KINDS.values()))
    puzzle.add_argument("game", choices=(*posed, "make"), metavar="GAME", help=t("cli.puzzle", games=", ".join(posed)))
    puzzle.add_argument("--kind", metavar="KIND", help=t("cli.puzzle_kind"))
    puzzle.add_argument("--id", metavar="ID", help=t("cli.puzzle_id"))
    puzzle.add_argument("--seed", metavar="TEXT", help=t("cli.puzzle_seed"))
    puzzle.add_argument("--plain", action="store_true", help=t("cli.plain"))
    puzzle.add_argument("--count", type=int, default=200, metavar="N", help=t("cli.puzzle_count"))
    puzzle.add_argument("--out", default="puzzles", metavar="FOLDER", help=t("cli.puzzle_out"))
    _place_options(puzzle, t)
    _json_option(puzzle, t)

    daily = _parser(commands, "daily", t)
    daily.add_argument("item", nargs="?", metavar="ITEM", help=t("cli.daily_item"))
    daily.add_argument("--server", default="http://127.0.0.1:7777", metavar="URL", help=t("cli.daily_server"))
    daily.add_argument("--plain", action="store_true", help=t("cli.plain"))
    daily.add_argument("--data", metavar="FOLDER", help=t("cli.data"))
    _json_option(daily, t)

    sets = _parser(commands, "sets", t)
    sets.add_argument("cards", nargs="+", metavar="CARD", help=t("cli.cards"))
    _json_option(sets, t)

    check = _parser(commands, "check", t)
    check.add_argument("files", nargs="+", metavar="FILE", help=t("cli.check_files"))
    check.add_argument("--draw", metavar="FOLDER", help=t("cli.check_draw"))
    _json_option(check, t)

    simulate = _parser(commands, "simulate", t)
    simulate.add_argument("game", choices=games, metavar="GAME", help=t("cli.game", games=", ".join(games)))
    simulate.add_argument("--bots", metavar="A,B", help=t("cli.bots"))
    simulate.add_argument("--games", type=int, default=1000, metavar="N", help=t("cli.games"))
    simulate.add_argument("--jobs", type=int, default=0, metavar="J", help=t("cli.jobs"))
    _game_options(simulate, t)
    _json_option(simulate, t)

    lab = _parser(commands, "lab", t)
    lab.add_argument("game", choices=games, metavar="GAME", help=t("cli.game", games=", ".join(games)))
    lab.add_argument("--vary", action="append", metavar="NAME=A,B,…", help=t("cli.lab_vary"))
    lab.add_argument("--rules", metavar="FILE", help=t("cli.lab_rules"))
    lab.add_argument("--options", default="", metavar="NAME=VALUE,…", help=t("cli.lab_options"))
    lab.add_argument("--bots", metavar="A,B", help=t("cli.lab_bots"))
    lab.add_argument("--games", type=int, metavar="N", help=t("cli.lab_games"))
    lab.add_argument("--seed", metavar="TEXT", help=t("cli.seed"))
    lab.add_argument("--see", metavar="1%", help=t("cli.lab_see"))
    lab.add_argument("--until", metavar="0.5%", help=t("cli.lab_until"))
    lab.add_argument("--where", action="append", metavar="NAME[=A]", help=t("cli.lab_where"))
    lab.add_argument("--atlas", metavar="FILE", help=t("cli.lab_atlas"))
    lab.add_argument("--again", metavar="BOT", help=t("cli.lab_again"))
    lab.add_argument("--depth", nargs="?", type=int, const=0, metavar="N", help=t("cli.lab_depth"))
    lab.add_argument("--luck", nargs="?", type=int, const=0, metavar="N", help=t("cli.lab_luck"))
    lab.add_argument("--keep", metavar="FILE", help=t("cli.lab_keep"))
    lab.add_argument("--csv", metavar="FILE", help=t("cli.lab_csv"))
    lab.add_argument("--html", metavar="FILE", help=t("cli.lab_html"))
    _place_options(lab, t)
    _json_option(lab, t)

    arena = _parser(commands, "arena", t)
    arena.add_argument("game", choices=games, metavar="GAME", help=t("cli.game", games=", ".join(games)))
    arena.add_argument("bots", nargs="+", metavar="BOT", help=t("cli.arena_bots"))
    arena.add_argument("--games", type=int, default=400, metavar="N", help=t("cli.arena_games"))
    arena.add_argument("--time", metavar="200ms", help=t("cli.time"))
    arena.add_argument("--playouts", type=int, metavar="K", help=t("cli.playouts"))
    _place_options(arena, t)
    _game_options(arena, t)
    arena.add_argument("--out", metavar="FILE", help=t("cli.out"))
    arena.add_argument("--svg", metavar="FILE", help=t("cli.ladder"))
    arena.add_argument("--ratings", metavar="FILE", help=t("cli.ratings"))
    _json_option(arena, t)

    train = _parser(commands, "train", t)
    train.add_argument("game", choices=TAUGHT, metavar="GAME", help=t("cli.game", games=", ".join(TAUGHT)))
    train.add_argument("--rounds", type=int, default=400, metavar="N", help=t("cli.train_rounds"))
    train.add_argument("--positions", type=int, default=50_000, metavar="N", help=t("cli.train_positions"))
    train.add_argument("--seed", default="septet", metavar="TEXT", help=t("cli.train_seed"))
    train.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help=t("cli.train_device"))
    train.add_argument("--out", metavar="FILE", help=t("cli.train_out"))
    train.add_argument("--weights", metavar="FILE", help=t("cli.train_weights"))
    train.add_argument("--svg", metavar="FILE", help=t("cli.train_svg"))
    _json_option(train, t)

    bots = _parser(commands, "bots", t)
    bots.add_argument("game", nargs="?", choices=games, metavar="GAME", help=t("cli.game", games=", ".join(games)))
    _json_option(bots, t)

    replay = _parser(commands, "replay", t)
    replay.add_argument("record", metavar="RECORD", help=t("cli.record"))
    replay.add_argument("--at", type=int, metavar="N", help=t("cli.at"))
    replay.add_argument("--step", action="store_true", help=t("cli.step"))
    replay.add_argument("--sepn", action="store_true", help=t("cli.sepn"))
    replay.add_argument("--compact", action="store_true", help=t("cli.compact"))
    replay.add_argument("--svg", action="store_true", help=t("cli.svg"))
    replay.add_argument("--png", metavar="FILE", help=t("cli.png"))
    replay.add_argument("--seat", type=int, metavar="N", help=t("cli.image_seat"))
    replay.add_argument("--all", action="store_true", help=t("cli.image_all"))
    replay.add_argument("--dark", action="store_true", help=t("cli.image_dark"))
    replay.add_argument("--sets", action="store_true", help=t("cli.replay_sets"))
    replay.add_argument("--picture", action="store_true", help=t("cli.picture"))
    _json_option(replay, t)

    review = _parser(commands, "review", t)
    review.add_argument("record", metavar="RECORD", help=t("cli.record"))
    review.add_argument("--playouts", type=int, metavar="K", help=t("cli.review_playouts"))
    review.add_argument("--seed", default="", metavar="TEXT", help=t("cli.review_seed"))
    review.add_argument("--svg", action="store_true", help=t("cli.review_svg"))
    review.add_argument("--jobs", type=int, default=0, metavar="J", help=t("cli.jobs"))
    _json_option(review, t)

    serve = _parser(commands, "serve", t)
    serve.add_argument("--host", default="127.0.0.1", help=t("cli.host"))
    serve.add_argument("--port", type=int, help=t("cli.port"))
    serve.add_argument("--open", action="store_true", help=t("cli.open"))
    serve.add_argument("--data", metavar="FOLDER", help=t("cli.serve_data"))
    serve.add_argument("--database", metavar="URL", help=t("cli.database"))
    serve.add_argument("--bus", metavar="URL", help=t("cli.bus"))
    serve.add_argument("--secret-file", metavar="FILE", help=t("cli.secret_file"))
    serve.add_argument("--workers", type=int, metavar="N", help=t("cli.workers"))
    serve.add_argument("--log-format", choices=("text", "json"), default="text", help=t("cli.log_format"))
    serve.add_argument("--limit", action="append", metavar="NAME=NUMBER", help=t("cli.limit"))
    serve.add_argument("--keep", action="append", metavar="NAME=DAYS", help=t("cli.span"))
    serve.add_argument("--proxy", metavar="ADDRESSES", help=t("cli.proxy"))
    serve.add_argument("--studio", action="store_true", help=t("cli.studio"))
    serve.add_argument("--metrics", metavar="[HOST:]PORT", help=t("cli.metrics"))

    work = _parser(commands, "work", t)
    work.add_argument("--server", default="http://127.0.0.1:7777", metavar="URL", help=t("cli.work_server"))
    work.add_argument("--seats", type=int, default=500, metavar="N", help=t("cli.work_seats"))
    work.add_argument("--secret-file", metavar="FILE", help=t("cli.secret_file"))
    work.add_argument("--data", metavar="FOLDER", help=t("cli.serve_data"))

    _admin(_parser(commands, "admin", t), t)

    conform = _parser(commands, "conform", t)
    conform.add_argument("bot", metavar="BOT", help=t("cli.conform_bot"))
    conform.add_argument("game", choices=games, metavar="GAME", help=t("cli.game", games=", ".join(games)))
    conform.add_argument("--against", metavar="NAME", help=t("cli.against"))
    conform.add_argument("--games", type=int, default=4, metavar="N", help=t("cli.conform_games"))
    conform.add_argument("--seconds", type=int, default=120, metavar="S", help=t("cli.conform_seconds"))
    _json_option(conform, t)

    verify = _parser(commands, "verify", t)
    verify.add_argument("records", nargs="+", metavar="RECORD", help=t("cli.verify_records"))
    _json_option(verify, t)
    return top


def _admin(admin: argparse.ArgumentParser, t: Words) -> None:
    tasks = admin.add_subparsers(dest="what", metavar=t("cli.task"), parser_class=Parser)
    made = {}
    for name in (
        "users",
        "tables",
        "ban",
        "unban",
        "notice",
        "audit",
        "export",
        "backup",
        "restore",
        "puzzles",
        "verify-all",
        "sweep",
        "doctor",
    ):
        about = t(f"admin.about.{name}")
        task = made[name] = tasks.add_parser(name, help=about, description=about)
        _language_option(task, t)
        task.add_argument("--data", metavar="FOLDER", help=t("cli.serve_data"))
        task.add_argument(
            "--database", metavar="URL", default=os.environ.get("SEPTET_DATABASE"), help=t("cli.database")
        )
    for name in ("users", "tables", "audit"):
        made[name].add_argument("--most", type=int, default=100, metavar="N", help=t("cli.most"))
    for name in ("users", "tables", "audit", "puzzles", "verify-all", "sweep", "doctor"):
        _json_option(made[name], t)
    made["users"].add_argument("search", nargs="?", metavar="NAME", help=t("cli.search"))
    made["tables"].add_argument("--status", choices=("waiting", "running", "over", "closed"), help=t("cli.status"))
    for name in ("ban", "unban", "export"):
        made[name].add_argument("user", metavar="USER", help=t("cli.user"))
    made["notice"].add_argument("when", metavar="10m", help=t("cli.when"))
    made["ban"].add_argument("reason", metavar="REASON", help=t("cli.reason"))
    made["puzzles"].add_argument("--withdraw", metavar="PUZZLE", help=t("cli.withdraw"))
    made["puzzles"].add_argument("--bring-back", metavar="PUZZLE", help=t("cli.bring_back"))
    made["backup"].add_argument("file", nargs="?", metavar="FILE", help=t("cli.new_copy"))
    made["backup"].add_argument("--keep", type=int, metavar="N", help=t("cli.keep"))
    made["sweep"].add_argument("--keep", action="append", metavar="NAME=DAYS", help=t("cli.span"))
    made["sweep"].add_argument("--dry-run", action="store_true", help=t("cli.dry_run"))
    made["restore"].add_argument("file", metavar="FILE", help=t("cli.copy"))
    made["backup"].add_argument("--force", action="store_true", help=t("cli.force"))


def _parser(commands: Any, name: str, t: Words) -> argparse.ArgumentParser:
    about: dict[str, Any] = {
        "description": t(f"about.{name}"),
        "epilog": t("cli.examples") + "\n" + t(f"examples.{name}"),
        "formatter_class": argparse.RawDescriptionHelpFormatter,
    }
    if commands is None:
        return Parser(prog=name, **about)
    made: argparse.ArgumentParser = commands.add_parser(name, help=t(f"about.{name}"), **about)
    _language_option(made, t)
    return made


def _language_option(parser: argparse.ArgumentParser, t: Words) -> None:
    parser.add_argument("--lang", choices=LANGUAGES, help=t("cli.lang"), default=argparse.SUPPRESS)


def _game_options(parser: argparse.ArgumentParser, t: Words) -> None:
    parser.add_argument("--options", default="", metavar="NAME=VALUE,…", help=t("cli.options"))
    parser.add_argument("--seed", metavar="TEXT", help=t("cli.seed"))


def _place_options(parser: argparse.ArgumentParser, t: Words) -> None:
    parser.add_argument("--jobs", type=int, default=0, metavar="J", help=t("cli.jobs"))
    parser.add_argument("--on", metavar="ray", help=t("cli.on"))


def _json_option(parser: argparse.ArgumentParser, t: Words) -> None:
    parser.add_argument("--json", action="store_true", help=t("cli.json"))
