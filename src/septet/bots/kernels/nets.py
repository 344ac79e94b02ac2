"""A small network inside a twin: two hidden layers, and at the end a chance, or the chances of several results.

In other words: a multilayer perceptron (MLP) with ReLU; its forward pass takes about a microsecond.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from septet.bots.kernels import Int, Record, entry, inner

Array = Any
MOST_FIRST, MOST_SECOND = 256, 64  # as wide may the hidden layers be


class Net(NamedTuple):
    """The weights: from the signs to the first layer, to the second, and to the results."""

    first: Array
    first_bias: Array
    second: Array
    second_bias: Array
    last: Array
    last_bias: Array


class Layers(NamedTuple):
    """Room for what the two hidden layers say."""

    first: Array
    second: Array


def layers_for(net: Net) -> Layers:
    return Layers(np.zeros_like(net.first_bias), np.zeros_like(net.second_bias))


@inner
def enter(net: Net, signs: Record, layers: Layers) -> None:
    """What the signs say to the first layer; most of them are 0."""
    hidden, width = layers.first, net.first_bias.size
    for at in range(width):
        hidden[at] = net.first_bias[at]
    for sign in range(signs.size):
        much = signs[sign]
        if much != 0:
            for at in range(width):
                hidden[at] += much * net.first[sign, at]


@inner
def leave(net: Net, layers: Layers, also: Int, prizes: Record) -> float:
    """What the first layer promises: a chance, or the mean of the prizes by the chances of the results.

    `also` is a sign that is set as well, or below 0 none: so one look at a position serves several questions.
    """
    hidden, width = layers.second, net.second_bias.size
    for at in range(width):
        hidden[at] = net.second_bias[at]
    for number in range(net.first_bias.size):
        much = layers.first[number]
        if also >= 0:
            much += net.first[also, number]
        if much > 0:
            for at in range(width):
                hidden[at] += much * net.second[number, at]
    total, worth, single = 0.0, 0.0, 0.0
    for result in range(net.last_bias.size):
        single = net.last_bias[result]
        for at in range(width):
            if hidden[at] > 0:
                single += hidden[at] * net.last[at, result]
        weight = math.exp(single)
        total += weight
        worth += weight * prizes[result]
    return 1.0 / (1.0 + math.exp(-single)) if net.last_bias.size == 1 else worth / total


@entry
def promise_of(net: Net, signs: Record, also: Int, layers: Layers, prizes: Record) -> float:
    """What the net promises for these signs."""
    enter(net, signs, layers)
    return leave(net, layers, also, prizes)
