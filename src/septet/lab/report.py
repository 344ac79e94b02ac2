"""A study as a page that explains itself, in the language of whoever reads it: nothing is fetched, and no script runs.

`fragment` is what a page holds, `page` the whole of it as a file.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

import msgspec

from septet import __version__
from septet.bots.own import bot_name
from septet.games import GAMES
from septet.games.options import from_values, said
from septet.i18n import Words
from septet.lab.charts import ChartRow, can_draw, forest
from septet.lab.paired import Compared
from septet.lab.rule_sets import RuleSet
from septet.lab.study import StudyResult
from septet.lab.summary import StudySummary, summed_up
from septet.lab.telling import beside_rows, defined, figure_name, labels, mean, number, told

STYLE = Path(__file__).with_name("report.css")
RULES_FILE = "rules.txt"
RARELY = 0.5  # of its mean: a figure that is known no closer would take all the room of a chart


def page(found: StudyResult, t: Words, command: str = "") -> str:
    """The whole report as one file."""
    return whole_page(escape(heading(found, t)), fragment(found, t, command), t)


def whole_page(title: str, body: str, t: Words) -> str:
    """A file that needs nothing else, from HTML."""
    style = STYLE.read_text("utf-8")
    return (
        f'<!doctype html>\n<html lang="{t.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="color-scheme" content="light dark">\n<title>{title} · Septet</title>\n'
        f"<style>\n{style}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n{body}\n</main>\n"
        "</body>\n</html>\n"
    )


def heading(found: StudyResult, t: Words) -> str:
    return t("lab.report.title", game=t(f"game.{found.task.game}"))


def fragment(found: StudyResult, t: Words, command: str = "") -> str:
    """What is clear and what is not, then charts and numbers, then how it was found."""
    names = labels(found.task, t)
    parts = [
        _facts(found, t),
        *(_against_base(found, at, names, t) for at in range(1, len(names))),
        *(_beside(*one, t) for one in beside_rows(found, names, t)),
        _section(t("lab.report.sure"), *map(_p, _how_sure(found, t))),
        _section(t("lab.report.studied"), _studied(found, names, t), _again(found, t, command)),
        _section(t("lab.report.figures"), _definitions(found, t)),
    ]
    return f'<article class="study-report">\n{"".join(parts)}</article>'


def as_json(found: StudyResult) -> str:
    """As programs read it."""
    return msgspec.json.format(msgspec.json.encode(found)).decode() + "\n"


def as_csv(found: StudyResult, t: Words) -> str:
    """A row for each rule set and figure; names as programs know them."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(
        ["rules", "label", "figure", "mean", "low", "high", "difference", "difference low", "difference high"]
    )
    for at, (rules, name) in enumerate(zip(found.task.sets, labels(found.task, t), strict=True)):
        for one in found.comparison.figures:
            own = one.means[at]
            apart = one.differences[at - 1] if at and one.differences else None
            differs = [apart.value, apart.low, apart.high] if apart else ["", "", ""]
            writer.writerow([rules.name, name, one.figure.name, own.value, own.low, own.high, *differs])
        for figure, known in (("depth", found.depth), ("luck", found.luck)):
            if not isinstance(known, msgspec.UnsetType):
                writer.writerow([rules.name, name, figure, known[at].value, known[at].low, known[at].high, "", "", ""])
    return out.getvalue()


# Pieces of HTML


def _p(text: str, kind: str = "") -> str:
    return f'<p class="{kind}">{escape(text)}</p>\n' if kind else f"<p>{escape(text)}</p>\n"


def _section(title: str, *parts: str) -> str:
    return f"<section>\n<h2>{escape(title)}</h2>\n{''.join(parts)}</section>\n"


def _list(items: Iterable[str]) -> str:
    return "<ul>\n" + "".join(f"<li>{escape(one)}</li>\n" for one in items) + "</ul>\n"


def _terms(pairs: Iterable[tuple[str, str]]) -> str:
    return "<dl>\n" + "".join(f"<dt>{escape(name)}</dt><dd>{text}</dd>\n" for name, text in pairs) + "</dl>\n"


# One rule set beside the base


def _facts(found: StudyResult, t: Words) -> str:
    bots = ", ".join(bot_name(bot, t) for bot in found.task.bots)
    return _p(t("lab.report.of", n=found.comparison.deals, bots=bots), "soft")


def _against_base(found: StudyResult, at: int, names: Sequence[str], t: Words) -> str:
    told_of = summed_up(found, at, t)
    beside = _p(t("lab.base", rules=names[0]), "soft")
    return _section(names[at], beside, _sentences(told_of, t), _charts(found, at, names, t), _numbers(found, at, t))


def _sentences(one: StudySummary, t: Words) -> str:
    clear = _list(one.clear) if one.clear else _p(t("lab.say.none"))
    more = _p(t("lab.say.more", n=one.more)) if one.more else ""
    return f'<div class="short">\n{clear}{more}{_p(one.open) if one.open else ""}{_p(one.matters)}</div>\n'


def _charts(found: StudyResult, at: int, names: Sequence[str], t: Words) -> str:
    """Shares in points of a hundred, other figures in hundredths of what they are by the base."""
    if not can_draw():
        return _p(t("lab.report.no_charts"), "soft")
    shown = [one for one in found.comparison.figures if one.differences and any(part.value for part in one.means)]
    shares = [one for one in shown if one.figure.part]
    others = [one for one in shown if not one.figure.part]
    rare = [one for one in others if one.differences[at - 1].half > RARELY * abs(one.means[0].value)]
    others = [one for one in others if one not in rare]
    charts = []
    for kind, some in (("numbers", others), ("shares", shares)):
        rows = [_row(found.task.game, one, at, t) for one in some]
        if rows:
            about = t(f"lab.report.alt.{kind}", rules=names[at], base=names[0], rows="; ".join(map(_aloud, rows)))
            drawn = forest(rows, t(f"lab.report.axis.{kind}"), about, t("lab.decimal"))
            charts.append(f"<figure>\n{drawn}\n<figcaption>{escape(t(f'lab.report.{kind}'))}</figcaption>\n</figure>\n")
    left_out = ", ".join(figure_name(found.task.game, one.figure, t) for one in rare)
    note = _p(t("lab.report.rare", figures=left_out), "soft") if rare else ""
    return f'<div class="charts">\n{"".join(charts)}</div>\n{_p(t("lab.report.read"), "soft")}{note}'


def _row(game: str, one: Compared, at: int, t: Words) -> ChartRow:
    apart, figure = one.differences[at - 1], one.figure
    by = 100.0 if figure.part else 100.0 / abs(one.means[0].value)
    said_as = number(apart.value, figure, t, signed=True)
    name = figure_name(game, figure, t)
    return ChartRow(name, said_as, by * apart.value, by * apart.low, by * apart.high, apart.clear)


def _aloud(row: ChartRow) -> str:
    return f"{row.name} {row.told}"


def _numbers(found: StudyResult, at: int, t: Words) -> str:
    heads = (t("lab.report.figure"), t("lab.report.base"), t("lab.report.here"), t("lab.report.difference"))
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in heads)
    body = []
    for one in found.comparison.figures:
        name = escape(figure_name(found.task.game, one.figure, t))
        here = escape(mean(one.means[at], one.figure, t))
        if not one.differences:
            body.append(f'<tr><th scope="row">{name}</th><td></td><td>{here}</td><td></td></tr>\n')
            continue
        if not any(part.value for part in one.means):
            continue  # it never happened
        value, ends = told(one.differences[at - 1], one.figure, t)
        there = escape(mean(one.means[0], one.figure, t))
        clear = ' class="clear"' if one.differences[at - 1].clear else ""
        cell = f"{escape(value)} <small>{escape(ends)}</small>"
        body.append(f'<tr{clear}><th scope="row">{name}</th><td>{there}</td><td>{here}</td><td>{cell}</td></tr>\n')
    title = escape(t("lab.report.all"))
    return f"<h3>{title}</h3>\n<table>\n<tr>{head}</tr>\n{''.join(body)}</table>\n"


def _beside(title: str, rows: Sequence[tuple[str, str, str]], note: str, t: Words) -> str:
    """What other bots had to tell of every rule set."""
    heads = (t("lab.report.rule_set"), title, t("lab.interval"))
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th><td>{escape(value)}</td><td><small>{escape(ends)}</small></td></tr>\n'
        for name, value, ends in rows
    )
    return _section(title[:1].upper() + title[1:], _p(note), f"<table>\n<tr>{head}</tr>\n{body}</table>\n")


# How it was found


def _how_sure(found: StudyResult, t: Words) -> list[str]:
    errors = number(found.comparison.errors, found.comparison.figures[0].figure, t)
    return [t("lab.report.together"), t("lab.report.errors", errors=errors), t("lab.report.only_bots")]


def _studied(found: StudyResult, names: Sequence[str], t: Words) -> str:
    task = found.task
    pairs = [(t("lab.report.game"), escape(t(f"game.{task.game}")))]
    for at, (one, name) in enumerate(zip(task.sets, names, strict=True)):
        written = said(from_values(GAMES[task.game].Options, one.options))
        rules = f"{escape(name)} <code>{escape(written)}</code>" if written else escape(name)
        pairs.append((t("lab.report.rules_base") if not at else t("lab.report.rules", number=at), rules))
    pairs += [
        (t("lab.report.bots"), escape(", ".join(bot_name(bot, t) for bot in task.bots))),
        (t("lab.report.deals"), str(found.comparison.deals)),
        (t("lab.report.seed"), f"<code>{escape(task.seed)}</code>"),
        (t("lab.report.version"), f"{escape(__version__)} / {task.version}"),
    ]
    return _terms(pairs)


def _again(found: StudyResult, t: Words, command: str) -> str:
    """What to type to have the same again; without a command of its own, with the rules in a file."""
    if command:
        return _p(t("lab.report.again")) + f"<pre><code>{escape(command)}</code></pre>\n"
    task, game = found.task, GAMES[found.task.game]
    lines = [f"{_own_name(one)}: {said(from_values(game.Options, one.options))}" for one in task.sets]
    asked = [f"septet lab {task.game} --rules {RULES_FILE}", f"--bots {','.join(task.bots)}"]
    asked += [f"--games {found.comparison.deals}", f"--seed {task.seed}"]
    file = "\n".join(lines)
    return (
        _p(t("lab.report.again_file", file=RULES_FILE))
        + f"<pre><code>{escape(file)}</code></pre>\n<pre><code>{escape(' '.join(asked))}</code></pre>\n"
    )


def _own_name(rules: RuleSet) -> str:
    """What somebody has called them; else nothing, so that they are named by what is unusual about them again."""
    return "" if "=" in rules.name else rules.name


def _definitions(found: StudyResult, t: Words) -> str:
    pairs = {}
    for one in found.comparison.figures:
        if any(part.value for part in one.means) and (text := defined(found.task.game, one.figure, t)):
            ended = one.figure.name.startswith("ending.")  # one sentence for all ways
            name = t("lab.ending", ending="…") if ended else figure_name(found.task.game, one.figure, t)
            pairs[name] = escape(text)
    return _terms(pairs.items())
