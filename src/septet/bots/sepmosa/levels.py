"""The four levels of SEPMOSA, from a gentle novice to an expert. A level is a bot with a character."""

from septet.bots.bot import Bot
from septet.bots.manners import Absent, Unhurried
from septet.bots.sepmosa.denial import SepmosaDenial
from septet.bots.sepmosa.search import SepmosaJudged, SepmosaSearcher
from septet.bots.simple import Greedy
from septet.games.sepmosa.moves import SetAside


class SepmosaNovice(Unhurried, Absent, Greedy):
    slips = 0.3
    idle = (SetAside,)


class SepmosaCasual(Unhurried, Absent, SepmosaDenial):
    slips = 0.12
    idle = (SetAside,)


class SepmosaStrong(Unhurried, SepmosaSearcher):
    most = 200


class SepmosaExpert(Unhurried, SepmosaSearcher):
    pass


class SepmosaLearntExpert(Unhurried, SepmosaJudged):
    pass


SEPMOSA_LEVELS: dict[str, Bot] = {
    "novice": SepmosaNovice,
    "casual": SepmosaCasual,
    "strong": SepmosaStrong,
    "expert": SepmosaExpert,
}
