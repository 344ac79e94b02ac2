"""Lessons: the steps of a course, and for those who ask how a goal is reached."""

from typing import Annotated

from litestar import Controller
from litestar.params import FromPath, PathParameter

from septet.server.errors import Denied
from septet.server.http.answers import GamePath, get
from septet.server.http.tables import Lang
from septet.study.lessons import Course, LessonMove, answer, course

StepNumber = Annotated[int, PathParameter(ge=1, le=99)]


class Lessons(Controller):
    path = "/api/lessons"
    tags = ("lessons",)

    @get("/{game:str}/{lang:str}")
    async def course(self, game: GamePath, lang: FromPath[Lang]) -> Course:
        """The steps of a course: sentences as Markdown, and positions for `POST /api/study`, each with a goal."""
        return course(game, lang)

    @get("/{game:str}/answers/{number:int}")
    async def answer(self, game: GamePath, number: StepNumber) -> tuple[LessonMove, ...]:
        """Moves that reach the goal of a step, for those who give it up."""
        if number > len(course(game, "en").steps):
            raise Denied("not_found")
        return answer(game, number)
