"""Tournaments: movements, regulations, scoring, the director's log. Pure; only the commands (`desk`, `boxes`, `folder`) know files and a clock."""
