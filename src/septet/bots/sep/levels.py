"""The four levels of SEP and of SEP solo, from a gentle novice to an expert. A level is a bot with a character."""

from septet.bots.bot import Bot
from septet.bots.manners import Absent, Unhurried
from septet.bots.sep.search import SepJudged, SepSearcher, SoloJudged, SoloSearcher
from septet.bots.sep.simple import SepCautious, SepGreedy, SoloGreedy
from septet.games.sep.moves import Discard, Pass
from septet.games.sep.options import SepOptions, SepSoloOptions


class SepNovice(Unhurried, Absent, SepGreedy):
    slips = 0.35
    idle = (Pass, Discard)


class SepCasual(Unhurried, Absent, SepCautious):
    slips = 0.12
    idle = (Pass, Discard)


class SepStrong(Unhurried, SepSearcher):
    most = 350


class SepExpert(Unhurried, SepJudged):
    """The net judges by the usual rules, where it was shown to be better; under house rules the search decides."""

    def trusts(self, options: SepOptions) -> bool:
        return options == SepOptions(start_player=options.start_player)


class SepSearchExpert(Unhurried, SepSearcher):
    pass


class SepLearntExpert(Unhurried, SepJudged):
    pass


class SoloNovice(Unhurried, Absent, SoloGreedy):
    slips = 0.37
    idle = (Pass, Discard)


class SoloCasual(Unhurried, SoloGreedy):
    pass


class SoloStrong(Unhurried, SoloSearcher):
    most = 60


class SoloExpert(Unhurried, SoloJudged):
    """Alone the net was shown to be better by the usual rules, for points or for a match, and without the swap too;
    where passes cost a point it was not."""

    def trusts(self, options: SepSoloOptions) -> bool:
        free = {name: getattr(options, name) for name in ("combo_swap", "solo_match", "solo_b_target")}
        return options == SepSoloOptions(**free)


class SoloLearntExpert(Unhurried, SoloJudged):
    pass


class SoloSearchExpert(Unhurried, SoloSearcher):
    pass


SEP_LEVELS: dict[str, Bot] = {
    "novice": SepNovice,
    "casual": SepCasual,
    "strong": SepStrong,
    "expert": SepExpert,
}
SOLO_LEVELS: dict[str, Bot] = {
    "novice": SoloNovice,
    "casual": SoloCasual,
    "strong": SoloStrong,
    "expert": SoloExpert,
}
