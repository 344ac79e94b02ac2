"""How house rules are laid out for somebody who chooses: in groups, and a few houses that are chosen as a whole."""

from collections.abc import Mapping
from typing import Any, TypeVar

Kind = TypeVar("Kind")

# The options of each family by what they are about; one that stands in no group comes after all others.
GROUPS: dict[str, dict[str, tuple[str, ...]]] = {
    "sep": {
        "game": (
            *("solo_match", "pile_count", "solo_piles", "start_player", "tie_mode", "tie_extra_piles", "turn_limit"),
            *("solo_last_action", "solo_b_target"),
        ),
        "playing": (
            *("reserve_take", "number_voluntary_pass", "action_voluntary_discard", "action_match"),
            *("solo_pass_penalty", "solo_voluntary_pass", "solo_action_penalty", "solo_between"),
        ),
        "scoring": ("combo_ace", "combo_swap", "combo_six_run", "start_dealt_combo", "token_empty_centre"),
    },
    "sepmosa": {
        "game": ("target", "max_plies", "start_player", "passing", "m49", "dead_reset", "stall_reset"),
        "placing": ("dup", "dup_join", "joker_break", "joker_wild", "width", "reconnect", "show_removed_log"),
        "scoring": ("join", "float_bonus", "lost12", "relay", "floor"),
    },
    "setgame": {
        "game": (
            *("deals", "late_join", "end_mode", "tie_break", "solo_end", "chip_match", "chip_rounds", "setup_end"),
            *("coop_final_layout", "tt_target_factor"),
        ),
        "taking": (
            *("claim_mode", "noset_mode", "quick_attr", "quick_value", "second_shows_third", "setup_check"),
            *("coop_rules", "coop_complete", "coop_detect", "coop_control", "tt_hands", "tt_table_only", "tt_refresh"),
        ),
        "chips": (
            *("chip_stack", "chip_ante", "bet_limit", "raises_per_player", "first_speaker", "first_bet_forced"),
            *("chip_table_max", "expose_check", "chip_count", "chip_disjoint", "chip_short", "zero_pot"),
        ),
        "faults": (
            *("false_call_cost", "false_call_freeze", "timeout_cost", "score_floor", "noset_reward"),
            *("scout_second_penalty", "freeze_until", "scout_debt", "lost_card_to", "setup_false_penalty"),
        ),
        "times": (
            *("pick_timeout_s", "cooldown_s", "noset_grace_s", "auto_noset_delay_s", "scout_commit_s"),
            *("second_timeout_s", "setup_window_s", "setup_last_window_s", "draw_cooldown_s"),
        ),
    },
}

# Who begins is settled at every table anew, and turns with every rematch: no rule of the house.
NO_RULES = frozenset({"start_player"})

_GENTLE = {"pick_timeout_s": 15, "false_call_cost": 0, "timeout_cost": "free"}
_STRICT = {"false_call_freeze": "until_next_set"}

# Houses that are chosen as a whole, by game: what differs from the usual.
PRESETS: dict[str, dict[str, dict[str, Any]]] = {
    "sep": {
        "short": {"pile_count": 1},
        "strict": {"number_voluntary_pass": False, "reserve_take": "fits_and_place_it"},
    },
    "sep-solo": {"match_a": {"solo_match": "a"}, "match_b": {"solo_match": "b"}},
    "sepmosa": {"short": {"target": 35}, "medium": {"target": 49}, "gentle": {"floor": "zero"}},
    "set": {"short": {"deals": 1}, "gentle": _GENTLE, "strict": _STRICT},
    "set-quick": {"short": {"deals": 1}, "gentle": _GENTLE, "strict": _STRICT},
    "set-solo": {"whole_deck": {"solo_end": "add3"}},
    "scout": {"short": {"deals": 1}},
    "chipset": {"short": {"chip_rounds": 1}, "winner_takes_all": {"chip_match": "last_standing"}},
    "setup": {"short": {"deals": 1}, "checked": {"setup_check": "auto"}},
    "coopset": {"later_points": {"coop_rules": "modern"}},
    "twenty": {"short": {"tt_target_factor": 3}, "hidden": {"tt_hands": "private"}},
}

# How many minutes two who know it need for a house that is offered because the usual game takes an evening.
SHORTER = {("twenty", "short"): 20}

# With more than four at the table a deal for each of them takes an evening.
CROWDED = {"set": "short", "set-quick": "short", "scout": "short", "setup": "short"}


def group_of(family: str, option: str) -> str:
    """The group that an option stands in, or none."""
    return next((group for group, names in GROUPS.get(family, {}).items() if option in names), "")


def in_groups(family: str, options: Mapping[str, Kind]) -> list[Kind]:
    """The options in the order of the groups."""
    order = [name for names in GROUPS.get(family, {}).values() for name in names if name in options]
    return [options[name] for name in (*order, *(name for name in options if name not in order))]
