"""The part of each game at events, a module or a package a game (`kozyr.tournaments.part`)."""
