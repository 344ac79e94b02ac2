"""CoopSet looked at again: how many sets each layout could have given, and how many the team took."""

from typing import Any

from septet.games.setgame.cards import largest_packing, sets_among
from septet.games.setgame.coopset.ratings import PAYS
from septet.review.report import Layout, Packed
from septet.review.steps import ReviewStep, steps
from septet.study.replay import Story

DECIDES = frozenset({"layout_scored", "none_found"})
BEST_PAID = 4  # sets; more of them pay no more


def packed(story: Story) -> Packed:
    layouts = tuple(
        _layout(step, event.what, event.seat)
        for step in steps(story)
        for event in step.after.last
        if event.what in DECIDES
    )
    missed = [one for one in layouts if one.most_paid > one.paid or (one.most and not one.taken)]
    missed.sort(key=lambda one: (one.paid - one.most_paid, one.number))
    return Packed(
        game=story.game.name,
        layouts=layouts,
        taken=sum(len(one.taken) for one in layouts),
        most=sum(one.most for one in layouts),
        missed=tuple(one.number for one in missed),
    )


def _layout(step: ReviewStep, what: str, seat: Any) -> Layout:
    state = step.before
    sets = sets_among(state.table)
    best = largest_packing(sets)
    taken = state.marks if what == "layout_scored" else ()
    pays = PAYS[state.options.coop_rules]
    return Layout(
        number=step.number,
        at=step.number - 1,
        seat=seat,
        taken=taken,
        sets=len(sets),
        most=len(best),
        best=best,
        paid=pays[min(len(taken), BEST_PAID)],
        most_paid=pays[min(len(best), BEST_PAID)],
    )
