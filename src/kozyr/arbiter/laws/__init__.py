"""The laws of each game, a module a game; `kozyr.arbiter.rule` finds them by its name."""
