"""Tables in memory, those who look at them, and what goes on by itself.

`room` is one table with its commands; it knows the rest of the club as a small `host`. `chat`, `hints` and `timers` are what a room
has besides, `socket` is somebody who looks through a websocket, `lobby` has all tables.
"""
