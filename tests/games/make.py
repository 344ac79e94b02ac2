"""Makes the golden records of this folder: `python -m tests.games.make`.

They were made once. A record is made again only if its game's `rules` number grows; otherwise it must be read as it is.
"""

import random
from itertools import count
from pathlib import Path

from septet.games import GAMES
from septet.games.game import Forfeit, Leave, Pause, Resume, Return, Undo
from septet.games.log import Log, write
from septet.games.options import heard
from tests.playing import random_log, random_move

HERE = Path(__file__).parent
HOUSE_RULES = "combo_ace=high_low, combo_swap=off, combo_six_run=3, reserve_take=free, pile_count=2"
WANTED = [  # name, game, options, ending
    ("sep-seven", "sep", "", "seven"),
    ("sep-tokens", "sep", "", "tokens"),
    ("sep-lead", "sep", "pile_count=1", "lead"),
    ("sep-tie", "sep", "pile_count=1, tie_mode=draw, combo_ace=low, start_dealt_combo=redeal", "tie"),
    ("sep-turn-limit", "sep", "action_voluntary_discard=on, turn_limit=60, start_player=second", "turn_limit"),
    ("sep-house-rules", "sep", HOUSE_RULES, "tokens"),
    ("sep-strict", "sep", "reserve_take=fits_and_place_it, number_voluntary_pass=off, pile_count=1", "tokens"),
    ("sep-return-only", "sep", "token_empty_centre=return_only, action_match=all_removed, pile_count=1", "tokens"),
    ("sep-solo-seven", "sep-solo", "", "seven"),
    ("sep-solo-last-action", "sep-solo", "solo_last_action=all_twelve, solo_pass_penalty=on", "last_action"),
    ("sep-solo-piles", "sep-solo", "solo_piles=1, solo_between=placement, solo_action_penalty=off", "piles"),
    ("sep-solo-match-a", "sep-solo", "solo_match=a", "last_action"),
    ("sep-solo-match-b", "sep-solo", "solo_match=b, combo_ace=low, start_dealt_combo=redeal", "seven"),
]


def game_with(name: str, game: str, options: str, ending: str) -> Log:
    """The first random game that ends in this way."""
    for number in count():
        log = random_log(GAMES[game], random.Random(f"{name} {number}"), heard(GAMES[game].Options, options))
        if log.outcome and log.outcome.reason == ending:
            return log
    raise AssertionError


def troubled() -> Log:
    """A game in which the table had its share: a rest, a move taken back, somebody away, a clock run out."""
    rng = random.Random("sep-troubled")
    log = random_log(GAMES["sep"], rng, GAMES["sep"].Options(), most=20)
    log.play(None, Pause(), at=20_000)
    log.play(None, Resume(), at=20_000)
    log.play(None, Undo(15), at=21_000)
    log.play(0, Leave(), at=22_000)
    log.play(*random_move(log.game, log.table.state, rng), at=23_000)
    log.play(0, Return(), at=24_000)
    log.play(*random_move(log.game, log.table.state, rng), at=25_000)
    log.play(1, Forfeit("clock"), at=90_000)
    return log


if __name__ == "__main__":
    for wanted in WANTED:
        (HERE / f"{wanted[0]}.jsonl").write_bytes(write(game_with(*wanted)))
    (HERE / "sep-troubled.jsonl").write_bytes(write(troubled()))
