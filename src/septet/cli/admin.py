"""`septet admin`: look after a server, while it runs or not."""

import argparse
import asyncio
import os
import re
import sys
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from septet.cli import FAILED, OK, BadInput, doctor, printable
from septet.cli.files import data_folder
from septet.cli.serve import cannot_open
from septet.cli.serve import spans as life_spans
from septet.i18n import Words
from septet.puzzles.shelf import find
from septet.server.people import admin
from septet.server.people.clearing import Clearer, due
from septet.server.people.export import export
from septet.server.store import backup, puzzling, queries
from septet.server.store.postgres import PostgresStore
from septet.server.store.sqlite import Beside
from septet.server.store.store import CannotOpen, CannotWrite, Store
from septet.server.store.verdicts import TableVerdict, every_table, verdict

PROGRESS_S = 2.0
MOST_NOTICE_S = 86_400
Task = Callable[[Store, argparse.Namespace, Words], Awaitable[int]]


def run(args: argparse.Namespace, t: Words) -> int:
    if args.what is None:
        raise BadInput(t("admin.what", tasks=", ".join((*TASKS, "backup", "restore", "doctor"))))
    args.database = args.database or os.environ.get("SEPTET_DATABASE")
    try:
        if args.what in ("backup", "restore"):
            return copy(args, t)
        if args.what == "doctor":
            return doctor.run(args, t)
        return asyncio.run(with_store(TASKS[args.what], args, t))
    except CannotOpen as error:
        raise cannot_open(error, t) from error
    except CannotWrite as error:
        raise BadInput(t("store.database", path=database(args), why=error)) from error


def database(args: argparse.Namespace) -> Path:
    return data_folder(args.data) / "septet.db"


async def with_store(task: Task, args: argparse.Namespace, t: Words) -> int:
    store: Store = PostgresStore(args.database) if args.database else Beside(database(args))
    await store.open()
    try:
        return await task(store, args, t)
    finally:
        await store.close()


def copy(args: argparse.Namespace, t: Words) -> int:
    """Back up while people play, or go back to a copy while nobody does."""
    if args.database:
        raise BadInput(t("admin.pg_dump"))
    if args.what == "backup":
        if not database(args).exists():
            raise CannotOpen("missing", path=str(database(args)))
        if args.keep is not None and (args.file or args.keep < 1):
            raise BadInput(t("admin.bad_keep"))
        file = Path(args.file) if args.file else backup.new_name(database(args))
        if file.exists() and not args.force:
            raise BadInput(t("admin.is_there", file=file))
        backup.back_up(database(args), file)
        backup.note(database(args), file)
        print(t("admin.backed_up", file=file))
        if args.keep:
            backup.prune(database(args), args.keep)
    else:
        if not Path(args.file).exists():
            raise BadInput(t("file.missing", file=args.file))
        aside = backup.restore(Path(args.file), database(args))
        print(t("admin.restored", file=args.file))
        if aside:
            print(t("admin.put_aside", file=aside))
    return OK


async def users(store: Store, args: argparse.Namespace, t: Words) -> int:
    found = await store.read(admin.somebodies, args.search or "", args.most)
    if args.json:
        return as_json(found)
    for one in found:
        kind = t("admin.account" if one.account else "admin.guest")
        ban = "  " + t("admin.banned", why=printable(one.banned)) if one.banned else ""
        print(f"{one.id}  {printable(one.name):<24}  {kind:<8}  {day(one.seen)}  {one.tables:>5}{ban}")
    return OK


async def tables(store: Store, args: argparse.Namespace, t: Words) -> int:
    wanted = (args.status,) if args.status else ("waiting", "running")
    found = await store.read(queries.listed, public=False, status=wanted, limit=args.most)
    if args.json:
        return as_json(found)
    for one in found:
        names = ", ".join(printable(chair.get("name") or "·") for chair in one.chairs)
        print(f"{one.id}  {one.game:<10}  {t(f'admin.status.{one.status}'):<10}  {day(one.created)}  {names}")
    return OK


async def ban(store: Store, args: argparse.Namespace, t: Words) -> int:
    user = await who(store, args.user, t)
    await store.write(admin.ban, user, args.reason if args.what == "ban" else None)
    print(t("admin.is_banned" if args.what == "ban" else "admin.is_unbanned", user=args.user))
    return OK


async def notice(store: Store, args: argparse.Namespace, t: Words) -> int:
    """Tell players when the house is to be stopped; stopping it is left to whoever keeps it running."""
    if args.when == admin.OFF:
        await store.write(admin.note, admin.NOTICE, admin.OFF)
        print(t("admin.no_stop"))
        return OK
    given = re.fullmatch(r"(\d{1,5})([smh])", args.when)
    seconds = int(given[1]) * {"s": 1, "m": 60, "h": 3_600}[given[2]] if given else 0
    if not 0 < seconds <= MOST_NOTICE_S:
        raise BadInput(t("admin.bad_when", when=args.when))
    stops = datetime.fromtimestamp(await store.clock() // 1_000 + seconds, UTC)
    await store.write(admin.note, admin.NOTICE, stops.isoformat())
    print(t("admin.stop_told", time=stops.astimezone().strftime("%H:%M:%S")))
    return OK


async def audit(store: Store, args: argparse.Namespace, t: Words) -> int:
    found = await store.read(admin.noted, args.most)
    if args.json:
        return as_json(found)
    for one in found:
        print(f"{day(one['wall'])}  {one['what']:<8}  {printable(one['about'])}")
    return OK


async def export_user(store: Store, args: argparse.Namespace, t: Words) -> int:
    user = await who(store, args.user, t)
    await store.write(admin.note, "export", user)
    async for piece in export(store, user):
        sys.stdout.write(piece.decode())
    return OK


async def verify_all(store: Store, args: argparse.Namespace, t: Words) -> int:
    """Fold every log through the rules, and read every finished game again as a record."""
    every = await store.read(every_table)
    bad: list[TableVerdict] = []
    events, told = 0, time.monotonic()
    for number, table in enumerate(every, start=1):
        found = await store.read(verdict, table)
        events += found.events if found else 0
        if found and found.why:
            bad.append(found)
        if time.monotonic() - told > PROGRESS_S:
            told = time.monotonic()
            print(t("admin.progress", done=number, all=len(every)), file=sys.stderr, flush=True)
    if args.json:
        as_json({"tables": len(every), "events": events, "bad": bad})
    else:
        for one in bad:
            print(t("admin.bad_table", table=one.table, game=one.game, why=one.why))
        print(t("admin.verified", tables=len(every), events=events, bad=len(bad)))
    return FAILED if bad else OK


async def sweep(store: Store, args: argparse.Namespace, t: Words) -> int:
    """Clear away what has had its time, as a server does by itself; or tell what would go."""
    spans = life_spans(args.keep or [], await store.read(admin.noted_spans), t)
    now, scrubbed = await store.clock(), True
    if args.dry_run:
        found = await store.search(due, spans, now)
    else:
        found = await Clearer(store, spans).clear(now)
        await store.write(admin.note, admin.SWEEP, str(found))
        scrubbed = await store.scrub()
    if args.json:
        return as_json(found)
    print(t("admin.would_sweep" if args.dry_run else "admin.swept"))
    for name, count in msgspec.structs.asdict(found).items():
        print(f"{count:>10}  {t(f'admin.kind.{name}')}")
    if not scrubbed:
        print(t("admin.not_scrubbed"), file=sys.stderr)
    return OK


async def puzzles(store: Store, args: argparse.Namespace, t: Words) -> int:
    """What people say of puzzles; or take one out of use, or back into it."""
    if name := args.withdraw or args.bring_back:
        puzzle = find(name)
        if puzzle is None:
            raise BadInput(t("admin.no_puzzle", puzzle=printable(name)))
        await store.write(puzzling.withdraw, puzzle, await store.clock() if args.withdraw else None)
        await store.write(admin.note, "withdraw" if args.withdraw else "put_back", name)
        print(t("admin.withdrawn" if args.withdraw else "admin.put_back", puzzle=name))
        return OK
    found = await store.read(puzzling.reported)
    if args.json:
        return as_json(found)
    for one in found:
        gone = t("admin.out_of_use") if one.withdrawn else ""
        for why in one.why:
            print(f"{one.puzzle}  {gone:<12}  {printable(why)}")
    return OK


async def who(store: Store, text: str, t: Words) -> str:
    user = await store.read(admin.find, text)
    if user is None:
        raise BadInput(t("admin.no_user", user=text))
    return user


def as_json(found: Any) -> int:
    print(msgspec.json.encode(found).decode())
    return OK


def day(wall: int) -> str:
    return datetime.fromtimestamp(wall / 1_000, UTC).strftime("%Y-%m-%d %H:%M")


TASKS: dict[str, Task] = {
    "users": users,
    "tables": tables,
    "ban": ban,
    "unban": ban,
    "notice": notice,
    "audit": audit,
    "export": export_user,
    "puzzles": puzzles,
    "verify-all": verify_all,
    "sweep": sweep,
}
