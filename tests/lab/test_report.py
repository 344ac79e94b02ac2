"""Reports of studies: they explain themselves, need nothing else, and say what the numbers say."""

import re
from html.parser import HTMLParser

import msgspec
import pytest

from septet.cli import OK, main
from septet.i18n import LANGUAGES, words
from septet.lab import report
from septet.lab.figures import Figure
from septet.lab.paired import Compared, Comparison, Difference, Mean
from septet.lab.report import fragment, page
from septet.lab.rule_sets import RuleSet
from septet.lab.study import StudyResult, StudyTask
from septet.lab.summary import summed_up

Out = pytest.CaptureFixture[str]
VOID = {"meta", "br", "path", "use"}
USUAL, LOW = RuleSet({}, ""), RuleSet({"combo_ace": "low"}, "combo_ace=low")


def compared(name: str, here: float, apart: tuple[float, float, float], *, share: bool = False) -> Compared:
    means = (Mean(here - apart[0], 0, 0), Mean(here, 0, 0))
    return Compared(Figure(name, share), means, (Difference(*apart),), ())


def found(*figures: Compared) -> StudyResult:
    task = StudyTask(game="sep", bots=("greedy", "random"), sets=(USUAL, LOW), seed="x")
    matters = Compared(Figure("matters", True), (Mean(0, 0, 0), Mean(0.43, 0.41, 0.45)), (), ())
    return StudyResult(task, Comparison(400, 2.6, (*figures, matters)))


LONGER = compared("turns", 52.5, (2.5, 1.9, 3.1))
SHARE = compared("first", 0.52, (0.025, -0.01, 0.06))
BOTH = found(LONGER, SHARE)


class Tags(HTMLParser):
    """Every element is closed where it should be; nothing is fetched, and nothing runs."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: dict[str, int] = {}
        self.named: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen[tag] = self.seen.get(tag, 0) + 1
        for name, value in attrs:
            assert not name.startswith("on") and name not in ("src", "style"), (tag, name)
            assert name not in ("href", "xlink:href") or (value or "").startswith("#"), value
            if name == "aria-label":
                self.named.append(value or "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_is_one_page_that_fetches_and_runs_nothing(language: str) -> None:
    text = page(BOTH, words(language))
    tags = Tags(text)
    assert f'<html lang="{language}">' in text
    assert "script" not in tags.seen and "link" not in tags.seen and "img" not in tags.seen
    assert "http" not in text and "url(" not in text.replace("url(#", "")
    assert tags.seen["svg"] == 2 and tags.seen["table"] == 1
    assert all(len(name) > 20 for name in tags.named) and len(tags.named) == 2, "charts are told to those who listen"
    shown = re.sub(r"<(style|code)>.*?</\1>|<[^>]*>", " ", text, flags=re.S)
    assert not re.search(r"\b(lab|figure|ending|bot|option)\.\w", shown), "no key is shown"
    assert text == page(BOTH, words(language)), "the same study makes the same file"


def test_what_is_clear_is_said_first_and_what_is_not_is_said_too() -> None:
    said = summed_up(BOTH, 1, words("en"))
    assert said.clear == ("Games are 2.50 turns longer (1.90 to 3.10).",)
    assert "won by the first player" in said.open and "turns" not in said.open
    assert "43.0\N{NO-BREAK SPACE}%" in said.matters
    shorter = found(compared("turns", 47, (-3, -4, -2)), compared("first", 0.6, (0.1, 0.05, 0.15)))
    said = summed_up(shorter, 1, words("fr"))
    assert said.clear[0] == "Les parties durent 3,00 tours de moins (de 2,00 à 4,00)."
    assert "+10,0 points de pourcentage (de +5,0 à +15,0)" in said.clear[1]
    assert said.open == ""


def test_nothing_is_called_clear_where_nothing_is() -> None:
    text = fragment(found(SHARE), words("en"))
    assert "No difference is clear." in text and 'class="clear"' not in text


def test_a_figure_that_nobody_has_described_is_told_all_the_same() -> None:
    """Figures may be added without a word here."""
    text = fragment(found(compared("pile_resets", 3, (1, 0.5, 1.5)), LONGER), words("nl"))
    assert "Voorraad opnieuw geschud: 3,00 in plaats van 2,00" in text


def test_words_of_others_are_text_and_nothing_else() -> None:
    odd = msgspec.structs.replace(LOW, name="<b>&")
    task = msgspec.structs.replace(BOTH.task, sets=(USUAL, odd), seed="<script>")
    text = page(msgspec.structs.replace(BOTH, task=task), words("en"))
    Tags(text)
    assert "<b>" not in text and "<script>" not in text and "&lt;b&gt;&amp;" in text


def test_without_matplotlib_there_are_numbers_and_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "can_draw", lambda: False)
    text = fragment(BOTH, words("en"))
    assert "<svg" not in text and "matplotlib" in text and "+2.50" in text


def test_the_command_in_a_report_makes_the_same_study_again(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("again")
    common = ["--jobs", "1", "--lang", "en"]
    file, again = folder / "report.html", folder / "again.html"
    study = ["lab", "sep", "--vary", "combo_ace=low", "--bots", "random,random", "--games", "40"]
    assert main([*study, "--html", str(file), "--keep", str(folder / "one"), *common]) == OK
    command = re.search(r"<pre><code>septet (lab .*?)</code></pre>", text := file.read_text("utf-8"))
    assert command
    assert main([*command[1].split(), "--html", str(again), "--keep", str(folder / "two"), *common]) == OK
    assert again.read_text("utf-8") == text
    rules = folder / "rules.txt"
    asked = fragment(BOTH, words("en"))
    lines, command = re.findall(r"<pre><code>(.*?)</code></pre>", asked, flags=re.S)
    rules.write_text(lines)
    words_of = command.replace("rules.txt", str(rules)).replace("400", "40").split()[1:]
    assert main([*words_of, "--json", "--keep", str(folder / "three"), *common]) == OK
