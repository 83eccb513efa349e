"""Preferans: a novice who counts his tricks, keeps to the rules of thumb, and sees the last cards exactly."""

from kozyr.bots.preferans.decisions import novice

__all__ = ["novice"]
