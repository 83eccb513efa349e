"""The post-mortem of a deal: what each decision cost, and luck told apart from error."""

from kozyr.review.account import Account, OpenCost, Review, Reviewed, SeenCost, Shares, Weighed, Worth, summed
from kozyr.review.part import reviewer
from kozyr.review.reviewing import luck, review, review_steps, sides
from kozyr.review.seen import NOTHING, seen, sure

__all__ = [
    "NOTHING",
    "Account",
    "OpenCost",
    "Review",
    "Reviewed",
    "SeenCost",
    "Shares",
    "Weighed",
    "Worth",
    "luck",
    "review",
    "review_steps",
    "reviewer",
    "seen",
    "sides",
    "summed",
    "sure",
]
