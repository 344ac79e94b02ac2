# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     name: python3
# ---

# %% [markdown]
# # Many games, and a bot of one's own
#
# `simulate` lets bots play and gives a row for each game. They change seats from game to game; `winner` and `first`
# are numbers of bots, in the order in which they were named.

# %%
import random
from typing import Any

import septet
from septet.bots.bot import Budget, Plan

games = septet.simulate("sep", ["greedy", "cautious"], games=40, seed="notebook")
frame = games.to_pandas()
frame[["number", "ending", "first", "winner", "turns"]].head()

# %% [markdown]
# What all of them add up to, with 95 % intervals that come from whole games:

# %%
games.summary().to_pandas()

# %% [markdown]
# Does it help to begin? With Polars this time.

# %%
import polars as pl

begins = games.to_polars().with_columns(won=pl.col("winner") == pl.col("first"))
print(begins.group_by("first").agg(pl.len().alias("games"), pl.col("won").mean()).sort("first"))

# %% [markdown]
# ## A bot of one's own
#
# A bot is a class: it sits down with the rules of the game, its seat and a generator of chance, is shown views, and
# answers with a plan. This one makes the move that pays most at once, and tosses for those that pay the same.


# %%
class Hoarder:
    def __init__(self, game: Any, seat: int, rng: random.Random, budget: Budget | None = None) -> None:
        self.game, self.rng = game, rng

    def see(self, view: Any, now_ms: int) -> Plan | None:
        moves = self.game.legal(view)
        worth = {move: (self.game.preview(view, move).points, self.rng.random()) for move in moves}
        return Plan(max(moves, key=worth.__getitem__)) if moves else None  # None: somebody else is to move


# %%
contest = septet.simulate("sep", [Hoarder, "random"], games=40, seed="notebook")
won = contest.report.wins[0]
print(f"{contest.bots[0]} wins {won.share:.0%} of its games ({won.low:.0%} to {won.high:.0%})")
assert won.low > 0.5

# %% [markdown]
# It also plays at a table against whoever holds the notebook:

# %%
septet.deal("sep", seed=7, bots={1: Hoarder})

# %% [markdown]
# ## What a rule changes
#
# The same deals, played by the usual rules and by others (`septet rules sep --options` lists what may be changed). Of
# each figure it says how it differs from the usual rules, with intervals that hold all at once; so few deals show only
# what is large. `docs/lab.md` says what each figure is.

# %%
changes = septet.compare("sep", {"one pile": "pile_count=1", "two piles": "pile_count=2"}, "random", deals=40)
frame = changes.to_pandas()
frame[frame["clear"].fillna(False)]

# %%
(turns,) = (row for row in changes if row["rules"] == "two piles" and row["figure"] == "turns")
print(f"{turns['difference']:+.1f} turns ({turns['difference_low']:+.1f} to {turns['difference_high']:+.1f})")
assert turns["clear"]
