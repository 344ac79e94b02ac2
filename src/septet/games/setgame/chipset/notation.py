"""Positions of ChipSet as text."""

from septet.games.errors import BadText
from septet.games.places import YES, Place, choice, for_each, hands, number, of_seats
from septet.games.setgame.chipset.options import ChipOptions
from septet.games.setgame.chipset.pots import pot_of
from septet.games.setgame.chipset.state import HAND, ChipState, ChipView
from septet.games.setgame.chipset.view import counted_sets
from septet.games.setgame.notation import FamilyNotation
from septet.games.setgame.text import Drawing, cards, numbers, seats


class ChipNotation(FamilyNotation[ChipOptions, ChipState, ChipView]):
    keys = tuple("hand stacks pot turn folded paid staked spoken raises bets asked answered showing counting".split())

    def fill_in(self, state: ChipState, drawing: Drawing) -> None:
        """A phase of betting begins, unless more is said; the pot was paid by all alike as far as that goes."""
        count = state.seats
        named = drawing.hands(count, HAND)
        state.slots = drawing.filled("table", 2)
        hands = [named[seat] if seat in named else drawing.filled("", HAND) for seat in range(count)]
        state.stacks = drawing.numbers("stacks", count, state.options.chip_stack)
        pot = drawing.number("pot", 0)
        state.live = frozenset(range(count)).difference(drawing.seats("folded", count))
        state.hands = tuple(tuple(sorted(hand)) for hand in hands)
        state.paid = drawing.numbers("paid", count, pot // count)
        state.carried = pot - sum(state.paid)
        state.staked, state.raises = drawing.numbers("staked", count), drawing.numbers("raises", count)
        state.dealt = (0,) * count
        counting = drawing.yes("counting")
        state.backs = tuple(hand if counting and seat in state.live else () for seat, hand in enumerate(state.hands))
        state.marks = ((),) * count
        state.spoken = frozenset(drawing.seats("spoken", count))
        state.phase = "count" if counting else "ask" if drawing.yes("asked") else "bet"
        state.phases = drawing.number("bets", 1)
        state.answered = frozenset(drawing.seats("answered", count))
        state.exposing = frozenset(drawing.seats("showing", count))
        state.mover = drawing.seat("turn", count, (state.dealer + 1) % count)

    def more_lines(self, state: ChipState) -> list[str]:
        hands = [f"hand P{seat + 1}: {cards(hand)}" for seat, hand in enumerate(state.hands)]
        lines = [*hands, f"stacks: {numbers(state.stacks)}", f"pot: {pot_of(state)}", f"turn: P{state.mover + 1}"]
        folded = frozenset(range(state.seats)) - state.live
        unusual = {
            "folded": seats(folded) if folded else "",
            "paid": numbers(state.paid) if state.paid != (pot_of(state) // state.seats,) * state.seats else "",
            "staked": numbers(state.staked) if any(state.staked) else "",
            "raises": numbers(state.raises) if any(state.raises) else "",
            "spoken": seats(state.spoken) if state.spoken else "",
            "bets": str(state.phases) if state.phases != 1 else "",
            "asked": "yes" if state.phase == "ask" else "",
            "counting": "yes" if state.phase == "count" else "",
            "answered": seats(state.answered) if state.answered else "",
            "showing": seats(state.exposing) if state.exposing else "",
        }
        return lines + [f"{key}: {value}" for key, value in unusual.items() if value]

    def strange(self, state: ChipState) -> BadText | None:
        """Chips neither appear nor vanish; a hand goes on while two are left in it, and the table grows so far."""
        options, chips = state.options, state.seats * state.options.chip_stack
        if sum(state.stacks) + pot_of(state) != chips or min(*state.stacks, *state.paid, state.carried) < 0:
            return BadText("chips_missing", chips=chips, seen=sum(state.stacks) + pot_of(state))
        if len(state.live) < 2:
            return BadText("all_folded")
        if len(state.slots) < HAND or (options.chip_table_max and len(state.slots) > options.chip_table_max):
            return BadText("table_size", low=HAND, high=options.chip_table_max or len(state.slots))
        if state.phase == "bet" and state.mover not in state.live:
            return BadText("not_in_the_hand", seat=state.mover)
        return None

    def more_places(self, seats: int) -> list[Place]:
        chips = [for_each("stacks", 0, 99_999), number("pot", 0, 99_999)]
        bets = [for_each("paid", 0, 99_999), for_each("staked", 0, 99_999), of_seats("spoken"), of_seats("folded")]
        turn = choice("turn", *(f"P{seat + 1}" for seat in range(seats)))
        return [*hands(seats, HAND), *chips, turn, *bets, choice("asked", *YES)]

    def checked(self, name: str, state: ChipState) -> str | None:
        match name.split():
            case ["hand", player]:
                return cards(state.hands[int(player[1:]) - 1])
            case ["shown", player]:
                return cards(state.backs[int(player[1:]) - 1])
            case ["sets", player]:
                return str(len(counted_sets(state, state.hands[int(player[1:]) - 1])))
            case ["stacks"]:
                return numbers(state.stacks)
            case ["pot"]:
                return str(pot_of(state))
            case ["turn"]:
                return f"P{state.mover + 1}"
            case ["live"]:
                return seats(state.live)
            case ["answered"]:
                return seats(state.answered)
            case ["phase"]:
                return state.phase
        return None
