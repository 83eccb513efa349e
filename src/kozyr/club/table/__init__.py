"""A table: a tuple of small parts, each with its acts, and one fold over the log.

`table` has the table itself and the fold; `part` defines a part. Every table has the parts `seats`, `card`, `consent`,
`watching`, `cut`, `ended` and `hints`. A game may replace `customs` by a part of its own. `course` is the match at the
table.
"""
