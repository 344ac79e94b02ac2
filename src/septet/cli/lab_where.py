"""`septet lab GAME --where RULE`: the smallest position in which two readings of a rule differ, as Markdown."""

import argparse

import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from septet.background.running import run
from septet.cli import OK, BadInput
from septet.cli.places import place, told_in_words
from septet.games import GAMES
from septet.games.errors import BadOption
from septet.games.options import choices, heard_value, say
from septet.i18n import Words
from septet.i18n.houserules import option_name, option_value
from septet.lab.telling import localised
from septet.lab.where import TOGETHER, TOLD, Reading, Where, added_up, chunk, readings, rulings, written

ALL = "all"
FEWEST, USUAL, MOST = TOGETHER, 100, 100_000


def show(args: argparse.Namespace, t: Words) -> int:
    """Look through games for each reading that was asked for."""
    games = USUAL if args.games is None else args.games
    if not FEWEST <= games <= MOST:
        raise BadInput(t("lab.games", games=games, fewest=FEWEST, most=MOST))
    asked, on = _asked(args, t), place(args, t)
    found = []
    columns = TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(t(f"game.{args.game}"), total=float(len(asked)))
        for at, reading in enumerate(asked):
            chunks = [chunk(reading, args.seed or "septet", start) for start in range(0, games, TOGETHER)]
            with told_in_words("lab.failed", t):
                results = run(
                    chunks,
                    on=on,
                    progress=lambda done, at=at: progress.update(bar, completed=at + done),  # type: ignore[misc]
                )
            found.append(added_up(reading, results))
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        print("\n".join(line for one in found for line in told(one, t)))
    return OK


def _asked(args: argparse.Namespace, t: Words) -> list[Reading]:
    if args.game not in TOLD:
        raise BadInput(t("lab.where.games", game=args.game, games=", ".join(TOLD)))
    known = rulings(args.game)
    found: list[Reading] = []
    for text in args.where:
        name, sign, word = (part.strip() for part in text.partition("="))
        if name != ALL and name not in known:
            raise BadInput(t("lab.where.no_ruling", option=name, rulings=", ".join(known)))
        here = [one for option in (known if name == ALL else [name]) for one in readings(args.game, option)]
        if sign:
            wanted = heard_value(GAMES[args.game].Options, name, word) if name != ALL else None
            here = [one for one in here if one.value == wanted]
            if not here:
                values = choices(GAMES[args.game].Options)[name].range_text() if name != ALL else ""
                raise BadOption("bad_value", name=name, value=word, values=values)
        found += [one for one in here if one not in found]
    return found


def told(found: Where, t: Words) -> list[str]:
    """A heading, what was seen, and the picture as `septet check` plays it."""
    reading = found.reading
    family = GAMES[reading.game].family
    usual, other = (option_value(t, family, reading.option, say(one)) for one in (reading.usual, reading.value))
    rule = option_name(t, family, reading.option)
    lines = [f"## {t('lab.where.title', rule=rule, usual=usual, other=other)}", ""]
    if found.dealt:
        lines += [t("lab.where.dealt", dealt=found.dealt, games=found.games)]
    if found.spot is None:
        return [*lines, t("lab.where.none", games=found.games), ""]
    per = localised(f"{found.positions / found.games:.2f}", t)
    lines += [t("lab.where.found", with_it=found.with_it, games=found.games, per=per)]
    if found.worth:
        alone = GAMES[reading.game].seats.start == 1
        parts = (found.worth.value, found.worth.low, found.worth.high)
        value, low, high = (localised(f"{part if alone else 100 * part:+.1f}", t) for part in parts)
        lines += [t("lab.where.points" if alone else "lab.where.worth", value=value, low=low, high=high)]
    return [*lines, "", f"```{reading.game}", *written(reading, found.spot), "```", ""]
