"""A league: clubs and people, events that count, points by a published formula, rule sets, a bulletin (docs/league.md)."""
