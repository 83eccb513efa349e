"""A table: a tuple of small parts, each with its acts, and one fold over the log.

`table` has the table itself and the fold; `part` says what every part is. `seats`, `card`, `consent`, `watching`, `cut`,
`ended` and `hints` are the parts of every table, `customs` is the part that a game may replace by one of its own, and
`course` is the match as the table has it.
"""
