"""How a small network learns: the gradient of its error, and a step against it (Adam), in plain NumPy.

Arrays of CuPy will do as well: then all of it is done by a graphics card.
"""

from typing import Any

import msgspec
import numpy as np

from septet.bots.kernels.nets import Net

Array = Any
FADING, FADING_SQUARES, TINY = 0.9, 0.999, 1e-8
PER_BATCH = 512


def new_net(signs: int, widths: tuple[int, int], results: int, rng: np.random.Generator) -> Net:
    """Weights by chance, so that the hidden layers say something and the end nearly nothing."""
    first, second = widths

    def drawn(rows: int, columns: int, width: float) -> Array:
        return (rng.standard_normal((rows, columns)) * width).astype(np.float32)

    def nothing(size: int) -> Array:
        return np.zeros(size, np.float32)

    return Net(
        drawn(signs, first, 0.26),
        nothing(first),
        drawn(first, second, (2 / first) ** 0.5),
        nothing(second),
        drawn(second, results, 0.1),
        nothing(results),
    )


class Steps(msgspec.Struct):
    """What Adam remembers: the mean of each gradient and of its square, and how many steps were made."""

    means: list[Any]
    squares: list[Any]
    made: int = 0


def no_steps(net: Net) -> Steps:
    return Steps([np.zeros_like(array) for array in net], [np.zeros_like(array) for array in net])


def said(net: Net, rows: Array) -> tuple[Array, Array, Array]:
    """What the two hidden layers and the end say to these signs."""
    first = np.maximum(rows @ net.first + net.first_bias, 0)
    second = np.maximum(first @ net.second + net.second_bias, 0)
    return first, second, second @ net.last + net.last_bias


def chances(end: Array) -> Array:
    """One number is the chance of a win; several are results, of which one comes."""
    if end.shape[1] == 1:
        return 1 / (1 + np.exp(-end))
    raised = np.exp(end - end.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def wanted(results: Array, count: int) -> Array:
    """What the chances should have been, row by row."""
    return results[:, None] if count == 1 else (results[:, None] == _numbers(count, results)).astype(np.float32)


def _numbers(count: int, beside: Array) -> Array:
    """All results there may be, in the memory in which these are."""
    return np.arange(count, dtype=np.float32, like=beside)


def error_of(net: Net, rows: Array, results: Array) -> float:
    """The mean surprise, in nats (cross entropy)."""
    found = np.clip(chances(said(net, rows)[2]), 1e-7, 1 - 1e-7)
    right = wanted(results, found.shape[1])
    surprise = right * np.log(found)
    if found.shape[1] == 1:
        surprise += (1 - right) * np.log(1 - found)
    return float(-surprise.sum(axis=1).mean())


def gradient(net: Net, rows: Array, results: Array) -> Net:
    """Which way the surprise grows, weight by weight."""
    first, second, end = said(net, rows)
    found = chances(end)
    off = ((found - wanted(results, found.shape[1])) / len(rows)).astype(np.float32)
    to_second = (off @ net.last.T) * (second > 0)
    to_first = (to_second @ net.second.T) * (first > 0)
    return Net(
        rows.T @ to_first,
        to_first.sum(axis=0),
        first.T @ to_second,
        to_second.sum(axis=0),
        second.T @ off,
        off.sum(axis=0),
    )


def step(net: Net, against: Net, steps: Steps, rate: float) -> None:
    """Change the weights in place."""
    steps.made += 1
    for at, slope in enumerate(against):
        steps.means[at] += (1 - FADING) * (slope - steps.means[at])
        steps.squares[at] += (1 - FADING_SQUARES) * (slope * slope - steps.squares[at])
        mean = steps.means[at] / (1 - FADING**steps.made)
        sure = np.sqrt(steps.squares[at] / (1 - FADING_SQUARES**steps.made)) + TINY
        net[at][...] -= (rate * mean / sure).astype(np.float32)


def learn_from(
    net: Net, steps: Steps, rows: Array, results: Array, order: Array, *, rate: float, per_batch: int = PER_BATCH
) -> None:
    """Every row that the order names once, so many at a time."""
    for at in range(0, len(order) - per_batch + 1, per_batch):
        some = order[at : at + per_batch]
        step(net, gradient(net, rows[some], results[some]), steps, rate)
