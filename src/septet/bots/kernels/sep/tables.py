"""The cards, moves and options of SEP as numbers, and tables that the rules themselves fill in."""

from typing import Any, get_args

import msgspec
import numpy as np

from septet.games.chance import stream_name
from septet.games.options import choices
from septet.games.sep.cards import ACTION_CARDS, CONNECTED, LIFTS, NUMBER_CARDS, PAYS
from septet.games.sep.duel import Sep
from septet.games.sep.moves import ALL_MOVES, Discard, Draw, Fill, Pass, Place, Source, Use
from septet.games.sep.options import ROUNDS, SepOptions, SepSoloOptions
from septet.games.sep.solo import SepSolo
from septet.games.sep.state import Phase

# A card, a move, a phase, an ending is its place in these.
NUMBERS = {card: number for number, card in enumerate(NUMBER_CARDS)}
ACTIONS = {card: number for number, card in enumerate(ACTION_CARDS)}
MOVES = {move: number for number, move in enumerate(ALL_MOVES)}
PHASES: tuple[Phase, ...] = get_args(Phase)
SOURCES: tuple[Source, ...] = get_args(Source)
ENDINGS = ("", *sorted(Sep.endings | SepSolo.endings))

CHOOSE_PHASE, PLACE_PHASE, USE_PHASE = PHASES.index("choose"), PHASES.index("place"), PHASES.index("use")
FILL_PHASE, OVER = PHASES.index("fill"), PHASES.index("over")
FROM_DRAW, FROM_RESERVE = SOURCES.index("draw"), SOURCES.index("reserve")
SEVEN, TOKENS_END, LEAD = ENDINGS.index("seven"), ENDINGS.index("tokens"), ENDINGS.index("lead")
TURN_LIMIT, TIE = ENDINGS.index("turn_limit"), ENDINGS.index("tie")
LAST_ACTION, PILES = ENDINGS.index("last_action"), ENDINGS.index("piles")

# The first move of each kind; the others of the kind follow in the order of cards and slots.
DRAW, TAKE_RESERVE, ACTION_TURN = range(MOVES[Draw()], MOVES[Draw()] + 3)
PLACE = MOVES[Place(NUMBER_CARDS[0], 0)]
PASS = MOVES[Pass(NUMBER_CARDS[0])]
USE = MOVES[Use(ACTION_CARDS[0], 0)]
DISCARD = MOVES[Discard(ACTION_CARDS[0])]
FILL_DRAW, FILL_RESERVE = MOVES[Fill("draw")], MOVES[Fill("reserve")]

OPTIONS = sorted({*choices(SepOptions), *choices(SepSoloOptions)})
CHOICES = {**choices(SepOptions), **choices(SepSoloOptions)}


def option_number(name: str, value: Any) -> int:
    """Numbers and switches are themselves; a word is its place among the values, of which the usual one is first."""
    return CHOICES[name].values.index(value) if isinstance(value, str) else int(value)


# The words of options that the twin asks for, as numbers.
FITS_AND_PLACE_IT, FREE = (option_number("reserve_take", word) for word in ("fits_and_place_it", "free"))
CYCLIC, HIGH_LOW = (option_number("combo_ace", word) for word in ("cyclic", "high_low"))
ALL_REMOVED = option_number("action_match", "all_removed")
REDEAL = option_number("start_dealt_combo", "redeal")
RETURN_ONLY = option_number("token_empty_centre", "return_only")
SUDDEN_DEATH = option_number("tie_mode", "sudden_death")
ALL_TWELVE = option_number("solo_last_action", "all_twelve")
ANY_TURN = option_number("solo_between", "turn")
STARTERS = np.array([{"first": 0, "second": 1}.get(word, -1) for word in CHOICES["start_player"].values], np.int64)
SINGLE = option_number("solo_match", "single")
ROUNDS_OF = np.array([ROUNDS[word] for word in CHOICES["solo_match"].values], np.int64)

# Studies have a stream for each thing that is shuffled; some are sorted before, by their names.
DEAL_STREAM, ACTIONS_STREAM, PILE_STREAM = (np.uint64(stream_name(name)) for name in ("deal", "actions", "pile"))
SORTED_NUMBERS = np.array([NUMBERS[card] for card in sorted(NUMBER_CARDS)], np.int64)


def option_value(name: str, number: int) -> Any:
    usual = CHOICES[name].default
    return CHOICES[name].values[number] if isinstance(usual, str) else type(usual)(number)


def options_from(values: dict[str, int], solo: bool) -> SepOptions | SepSoloOptions:
    """The options of one of the two games, from their numbers."""
    kind = SepSoloOptions if solo else SepOptions
    return kind(**{name: option_value(name, values[name]) for name in kind.__struct_fields__})


def numbers_of(options: SepOptions | SepSoloOptions) -> dict[str, int]:
    """Every option of both games as a number; those that this game does not have stay as usual."""
    usual = {name: choice.default for name, choice in CHOICES.items()}
    return {name: option_number(name, value) for name, value in (usual | msgspec.structs.asdict(options)).items()}


# The cards that a card connects with, as bits.
CONNECTS = np.array([sum(1 << NUMBERS[other] for other in CONNECTED[card]) for card in NUMBER_CARDS], np.int64)
# How many cards an action card lifts, and how many tokens it pays by itself.
LIFTED = np.array([LIFTS[card[0]] for card in ACTION_CARDS], np.int64)
PAID = np.array([PAYS[card[0]] for card in ACTION_CARDS], np.int64)
