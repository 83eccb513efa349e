"""A game's own customs at the club, a module each; `kozyr.club.table.customs` finds them by the game's name."""
