"""The club: tables that survive, the wire, and the server. `kozyr.club.app.serve` runs it."""

__all__: list[str] = []
