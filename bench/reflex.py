"""How quick the levels of SET are: figures of the rule book's section on bots, measured on the bots themselves.

    .venv/bin/python bench/reflex.py [DEALS]

First finds: on tables of games in which any set is taken, every bot looks at each table anew. Duels, full decks and
mistakes come from whole games on the clock of `simulate`, with memory, calls, picks and votes. Intervals are of 95 %.
The rule book's figures are of searches alone, without κ: with it first finds come sooner, and a whole deck takes longer
than its searches.
"""

import sys

from septet.bots.setgame.skill import LEVELS
from septet.games.setgame.cards import sets_among
from septet.lab.reflexes import ALONE, first_finds, matches, taken, views, wrong_calls
from septet.lab.simulate import Share, Spread, share, spread

FIRST_S = {"novice": 40, "casual": 21, "strong": 11.7, "expert": 6.8}
DECK_MIN = {"novice": 16, "casual": 8.6, "strong": 4.8, "expert": 2.8}
ERRORS = {name: level.errors for name, level in LEVELS.items()}
DUELS = {
    ("casual", "novice"): 0.71,
    ("strong", "casual"): 0.73,
    ("expert", "strong"): 0.73,
    ("expert", "casual"): 0.88,
    ("expert", "novice"): 0.95,
}
BY_SETS = {1: 38, 2: 20, 3: 16, 4: 12}  # casual, in seconds


def _row(name: str, found: Spread | Share, wanted: float, form: str) -> None:
    value = found.mean if isinstance(found, Spread) else found.share
    numbers = " ".join(format(one, form).rjust(9) for one in (value, found.low, found.high, wanted))
    print(f"{name:<34}{numbers}{value / wanted - 1:>+8.1%}")


def main(deals: int) -> None:
    print(f"{'':<36}measured      low     high    rules")
    seen = list(views(deals, "tables"))
    finds = {name: first_finds(number, seen) for number, name in enumerate(LEVELS)}
    for name, seconds in finds.items():
        _row(f"{name}: first find, s", spread(seconds), FIRST_S[name], ".2f")
    for count, wanted in BY_SETS.items():
        some = [one for one, view in zip(finds["casual"], seen, strict=True) if len(sets_among(view.table)) == count]
        _row(f"casual: first find, {count} on the table", spread(some), wanted, ".2f")
    for (one, other), half in DUELS.items():
        sooner = sum(a < b for a, b in zip(finds[one], finds[other], strict=True))
        _row(f"{one} sooner than {other}", share(sooner, len(seen)), half, ".1%")
    for pair, half in DUELS.items():
        _row(f"{pair[0]} against {pair[1]}, sets", taken(pair, deals // 2), half, ".1%")
    for name, minutes in DECK_MIN.items():
        alone = matches("set-solo", (name,), deals, ALONE)[name]
        _row(f"{name}: a full deck, min", spread(list(alone.minutes)), minutes, ".2f")
        _row(f"{name}: wrong calls", wrong_calls(alone), ERRORS[name], ".2%")
    for person in ("reflex:0.5", "casual", "reflex:1.5", "strong"):
        _row(f"{person} against adaptive, sets", taken((person, "adaptive"), deals // 2), 0.475, ".1%")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
