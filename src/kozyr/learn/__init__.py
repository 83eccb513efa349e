"""Lessons: a chosen deal that is played, with a coach who says one sentence at a time. A lesson is data, and is proved.

    found = lesson("preferans", "01-trick")
    now = run(found, ())                 # where the learner decides first
    now = run(found, (found.rules.parse("SA"),))
    now.verdict                          # what his last choice was worth; None: it was good, and nothing is to be said

`kozyr.learn.lesson` reads the files, `kozyr.learn.course` plays them, `kozyr.learn.proof` says what a choice costs, and
`kozyr.learn.check` proves that what a lesson calls good is so.
"""

from kozyr.learn.course import Course, Shown, begin, run
from kozyr.learn.lesson import BadLesson, Lesson, lesson, lessons, read
from kozyr.learn.proof import Unproved, Verdict, judged

__all__ = [
    "BadLesson",
    "Course",
    "Lesson",
    "Shown",
    "Unproved",
    "Verdict",
    "begin",
    "judged",
    "lesson",
    "lessons",
    "read",
    "run",
]
