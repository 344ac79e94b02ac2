"""Search in SEPMOSA with a judge that has learnt: the same race, in which a net has half of the say.

The net judges the position after the move, the playout shows what quick moves make of it. Each overlooks what the other
sees: the net does not know where tiles lie, and quick moves are hasty. In other words: a value network averaged with
rollouts, as the first AlphaGo did.
"""

import numpy as np

from septet.bots.kernels import Int, Record, entry
from septet.bots.kernels.nets import Net
from septet.bots.kernels.sepmosa.learnt import RackJudgeRoom, judged
from septet.bots.kernels.sepmosa.rules import apply
from septet.bots.kernels.sepmosa.search import enter_world, leave_world, outlook, play_on

TRUST = 0.5  # what the net's word counts for; the rest is the playout's


@entry
def search_judged(
    states: Record,
    seat: Int,
    runners: Record,
    race: Record,
    playouts: Int,
    knobs: Record,
    work: Record,
    net: Net,
    room: RackJudgeRoom,
    chance: Record,
) -> None:
    """Try so many moves more, each in the world that it is the turn of; `states` holds the root and room to play."""
    for _ in range(playouts):
        enter_world(states, seat, race, knobs, work, chance)
        apply(states[1], np.int64(runners[race.next].move), work, chance)
        promise = judged(states[1], seat, work, net, room)
        play_on(states, knobs, work, chance)
        result = TRUST * promise + (1.0 - TRUST) * outlook(states[1], seat, knobs)
        leave_world(runners, race, result, knobs)
