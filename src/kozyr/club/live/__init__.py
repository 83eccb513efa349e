"""Tables in memory, their viewers, and the work that needs no command.

`room` is one table with its commands; it knows the rest of the club as a small `host`. `chat`, `hints` and `timers` are
further parts of a room, `socket` is a viewer with a websocket, `lobby` has all tables.
"""
