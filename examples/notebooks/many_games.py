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

games = septet.simulate("sep", ["greedy", "cautious"], games=60, seed="notebook")
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
contest = septet.simulate("sep", [Hoarder, "random"], games=60, seed="notebook")
won = contest.report.wins[0]
print(f"{contest.bots[0]} wins {won.share:.0%} of its games ({won.low:.0%} to {won.high:.0%})")
assert won.low > 0.5

# %% [markdown]
# It also plays at a table against whoever holds the notebook:

# %%
septet.deal("sep", seed=7, bots={1: Hoarder})

# %% [markdown]
# ## House rules
#
# The same deals by other rules: `septet rules sep --options` lists what may be changed.

# %%
for options in ("combo_ace=cyclic", "combo_ace=low"):
    turns = septet.simulate("sep", "greedy", games=60, seed="notebook", options=options).report.figures["turns"]
    print(f"{options}: {turns.mean:.1f} turns ({turns.low:.1f} to {turns.high:.1f})")
