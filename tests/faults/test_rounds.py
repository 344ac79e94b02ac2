"""Rounds can be cut off and gone on with, asked for one by one, and are never mixed with others."""

import asyncio
import random
from pathlib import Path

import pytest

from tests.faults.rounds import OtherPlan, Report, Round, run
from tests.server.examining import Found
from tests.server.guests import Acknowledged, Told


class Dice:
    """A program that breaks nothing, and draws a number."""

    name = "dice"

    def __init__(self, until: int = 1_000) -> None:
        self.drawn: list[str] = []
        self.until = until
        self.opened = 0

    async def open(self) -> None:
        self.opened += 1

    async def round(self, seed: str, rng: random.Random) -> tuple[Round, Acknowledged]:
        if len(self.drawn) == self.until:
            raise KeyboardInterrupt
        self.drawn.append(f"{seed}: {rng.random()}")
        found = Found(acknowledged=1, faults=["a six"] if rng.random() < 0.2 else [])
        return Round(fault=self.drawn[-1], found=found), Acknowledged(told=[Told("table", 1, "user", seed)])

    async def end(self, told: list[Told]) -> Found:
        self.told = [one.message for one in told]
        return Found()

    async def close(self) -> None:
        self.opened -= 1


def roll(dice: Dice, folder: Path, rounds: int = 9, only: int | None = None, seed: str = "7") -> Report:
    return asyncio.run(run(dice, folder, seed, rounds, tell=lambda line: None, only=only))


def test_rounds_that_were_cut_off_go_on_as_if_they_had_not_been(tmp_path: Path) -> None:
    whole, cut, rest = Dice(), Dice(until=4), Dice()
    straight = roll(whole, tmp_path / "whole")
    with pytest.raises(KeyboardInterrupt):
        roll(cut, tmp_path / "cut")
    for name in ("rounds", "told"):  # as a kill in the middle of a line leaves it
        with (tmp_path / "cut" / f"{name}.jsonl").open("ab") as file:
            file.write(b'{"number":5,"fau')
    report = roll(rest, tmp_path / "cut")
    assert cut.drawn + rest.drawn == whole.drawn
    assert rest.told == whole.told == [f"7 {number}" for number in range(1, 10)]
    assert (report.rounds, report.found, report.faults) == (straight.rounds, straight.found, straight.faults)
    assert report.faults, "what came of the rounds before is not forgotten"
    assert cut.opened == rest.opened == 0


def test_a_round_can_be_asked_for_alone(tmp_path: Path) -> None:
    whole, alone = Dice(), Dice()
    roll(whole, tmp_path / "whole")
    report = roll(alone, tmp_path / "alone", only=6)
    assert alone.drawn == whole.drawn[5:6]
    assert report.rounds == 1
    again = Dice()
    assert roll(again, tmp_path / "whole", only=6).rounds == 1
    assert again.drawn == alone.drawn


def test_rounds_of_another_seed_are_not_mixed_in(tmp_path: Path) -> None:
    roll(Dice(), tmp_path)
    with pytest.raises(OtherPlan, match="dice with the seed 7"):
        roll(Dice(), tmp_path, seed="8")


def test_a_round_that_breaks_is_told_and_the_next_one_made(tmp_path: Path) -> None:
    class Broken(Dice):
        async def round(self, seed: str, rng: random.Random) -> tuple[Round, Acknowledged]:
            if seed.endswith(" 3"):
                raise ConnectionError("nobody answers")
            return await super().round(seed, rng)

    broken = Broken()
    report = roll(broken, tmp_path)
    assert report.rounds == 9
    (fault,) = [one for one in report.faults if "a six" not in one]
    assert fault.startswith("round 3 (unknown): ConnectionError: nobody answers (test_rounds.py:")
    assert broken.opened == 0
