"""Makes the golden records of this folder that are not there yet: `python -m tests.records.make`.

They are made once and read for ever, each by the edition of the rules that it names. An option that is added later
is not in them, and needs no new record: such games are played with what is usual. The records that begin with
`first-` were played by the first edition where the second one plays otherwise; this program cannot make them.
"""

import random
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path

from septet.bots import BOTS
from septet.games import GAMES
from septet.games.chance import seed_from
from septet.games.game import Forfeit, Join, Leave, Pause, Resume, Return, Undo
from septet.games.log import Log, Sitter, write
from septet.games.options import heard
from septet.lab.simulate import played_out
from tests.playing import random_log, random_move

HERE = Path(__file__).parent
HOUSE_RULES = "combo_ace=high_low, combo_swap=off, combo_six_run=3, reserve_take=free, pile_count=2"
MOSAIC_RULES = (
    "dup_join=off, width=box8, float_bonus=11-12-13, lost12=any, relay=no-score, reconnect=match, m49=connected, "
    "stall_reset=5, target=49"
)
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
    ("sepmosa-target", "sepmosa", "", "target"),
    ("sepmosa-limit", "sepmosa", "max_plies=120, dup=rowcol, passing=voluntary, floor=zero", "limit"),
    ("sepmosa-tie", "sepmosa", "max_plies=30, joker_wild=always, start_player=second", "tie"),
    (
        "sepmosa-short",
        "sepmosa",
        "target=35, dup=series, joker_break=off, join=ordinal, show_removed_log=off",
        "target",
    ),
    ("sepmosa-house-rules", "sepmosa", MOSAIC_RULES, "target"),
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


BETWEEN_BOTS = [  # name, bots, options, ending
    ("set-deals", "set: random random hasty", "", "deals"),
    ("set-direct", "set: hasty random", "claim_mode=direct, noset_mode=auto, deals=1, tie_break=extra_deal", "deals"),
    ("set-checked", "set: hasty hasty", "noset_mode=vote_checked, deals=1, false_call_freeze=until_next_set", "deals"),
    ("set-quick-deals", "set-quick: random hasty", "", "deals"),
    ("set-quick-no-set", "set-quick: random", "", "no_set"),
    ("set-quick-deck", "set-quick: random", "quick_attr=shading, solo_end=add3", "deck"),
    ("set-quick-perfect", "set-quick: random", "", "perfect"),
    ("set-solo-no-set", "set-solo: random", "", "no_set"),
    ("set-solo-deck", "set-solo: hasty", "solo_end=add3", "deck"),
    ("set-solo-perfect", "set-solo: random", "", "perfect"),
    ("scout-deals", "scout: hasty hasty random", "", "deals"),
    ("scout-house-rules", "scout: hasty hasty", "second_shows_third=on, lost_card_to=deck_bottom, deals=1", "deals"),
    ("chipset-rounds", "chipset: mixed random passive", "", "rounds"),
    ("chipset-last-standing", "chipset: mixed mixed", "chip_match=last_standing, chip_stack=8", "last_standing"),
    ("chipset-declared", "chipset: mixed random mixed", "chip_count=declared, zero_pot=carry, chip_rounds=1", "rounds"),
    ("setup-deals", "setup: safe random safe", "", "deals"),
    ("setup-auto", "setup: safe safe", "setup_check=auto, setup_end=hands_empty, deals=1", "deals"),
    ("coopset-last-layout", "coopset: pairs", "", "last_layout"),
    ("coopset-team", "coopset: maximum maximum random", "coop_rules=modern", "last_layout"),
    ("coopset-deck", "coopset: random", "", "deck"),
    ("twenty-target", "twenty: most refresher", "tt_target_factor=2", "target"),
    ("twenty-private", "twenty: most random most", "tt_hands=private, tt_refresh=auto, tt_target_factor=1", "target"),
]


def between_bots(name: str, table: str, options: str, ending: str) -> Log:
    """The first game between these bots that ends in this way."""
    title, _, sat = table.partition(": ")
    game, bots = GAMES[title], sat.split()
    for number in count():
        seed = f"{name} {number}"
        who = tuple(Sitter(f"{bot} {seat + 1}", bot) for seat, bot in enumerate(bots))
        log = Log.new(game, heard(game.Options, options), who, seed_from(seed))
        minds = [BOTS[title][bot](game, seat, random.Random(f"{seed} {seat}")) for seat, bot in enumerate(bots)]
        for step in played_out(game, log.table.state, minds):
            log.play(step.seat, step.move, step.at)
        if log.outcome and log.outcome.reason == ending:
            return log
    raise AssertionError


def joined() -> Log:
    """Two play, a third joins in the first of three deals and a fourth in the second."""
    game = GAMES["set"]
    log = Log.new(
        game, heard(game.Options, "deals=3"), (Sitter("one", "hasty"), Sitter("two", "hasty")), seed_from("in")
    )
    for name, deal in (("three", 1), ("four", 2), ("", 3)):
        minds = [BOTS["set"]["hasty"](game, seat, random.Random(f"in {seat}")) for seat in range(len(log.names))]
        since = log.entries[-1].at if log.entries else 0
        for step in played_out(game, log.table.state, minds):
            log.play(step.seat, step.move, since + step.at)
            if log.table.state.deal == deal and any(log.table.state.won) and name:
                break
        if name:
            log.play(None, Join(name), log.entries[-1].at)
    return log


if __name__ == "__main__":
    games: dict[str, Callable[[], Log]] = {"sep-troubled": troubled, "set-joined": joined}
    games |= {wanted[0]: partial(game_with, *wanted) for wanted in WANTED}
    games |= {wanted[0]: partial(between_bots, *wanted) for wanted in BETWEEN_BOTS}
    for title, made in games.items():
        if not (HERE / f"{title}.jsonl").exists():
            (HERE / f"{title}.jsonl").write_bytes(write(made()))
