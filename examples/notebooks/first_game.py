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
# # A first game of SEP
#
# A table is dealt from a seed: the same seed gives the same cards, here, at the command line
# (`septet play sep --seed 7`) and on any machine. As the last line of a cell it is drawn as the browser draws it.

# %%
import septet

table = septet.deal("sep", seed=7)
table

# %% [markdown]
# `legal()` says what may be played, in the notation of the game: `d` draws a number card, `a` makes it an action
# turn, `9S@b` puts the nine of spades on space b. Several moves may be made at once.

# %%
print(table.legal())
table.play("d")
print(table.legal())
table.play("9S@b")

# %% [markdown]
# What is refused changes nothing, and says what would have been possible.

# %%
try:
    table.play("d 5H@b")
except septet.NotPossible as why:
    print(why)
assert table.moves == ("d", "9S@b")

# %% [markdown]
# A view is all that a seat sees or could remember. Whoever sits on seat 1 knows their own cards, and nothing of
# those on seat 0.

# %%
print(table.view(1).number_hand, table.view(1).action_hand)
table.picture(1, theme="dark")

# %% [markdown]
# A bot may have a seat: from then on it answers by itself. What is taken back takes its answers along.

# %%
table.sit(1, "greedy")
print(table.moves)
table.play("d")
table.play(table.legal()[0])
print(table.moves)
table.undo()
print(table.moves)

# %% [markdown]
# Bots can also play on for us: `let` makes some moves, `finish` all of them. A copy is there to try what if.

# %%
what_if = table.copy().finish("random")
table.finish("greedy")
print(what_if.outcome)
print(table.outcome)
assert table.outcome is not None

# %% [markdown]
# A record is a file that `septet replay` tells, `septet verify` checks, and `septet.read` opens again.

# %%
again = septet.read(table.record())
assert again.outcome == table.outcome
again
