"""Problems: a moment of a deal with all hands open, and the choices that are right there. A problem is data, and is proved.

    one = problem("preferans", "ending-7")
    now = run(one, ())  # the first decision
    now = run(one, ("SA",))
    now.wrong  # the cost of a wrong choice and its refutation; None: the choice was right

`kozyr.problems.problem` reads the files, and `kozyr.problems.seeking` finds problems from seeds. `kozyr.problems.proof`
proves them, and `kozyr.problems.naive` proves short ones again without the solver. `kozyr.problems.course` plays them.
"""

from kozyr.problems.course import Course, Wrong, run
from kozyr.problems.part import Theme, puzzles
from kozyr.problems.problem import BadProblem, Problem, problem, problems
from kozyr.problems.proof import Proof, Refuted, proved

__all__ = [
    "BadProblem",
    "Course",
    "Problem",
    "Proof",
    "Refuted",
    "Theme",
    "Wrong",
    "problem",
    "problems",
    "proved",
    "puzzles",
    "run",
]
