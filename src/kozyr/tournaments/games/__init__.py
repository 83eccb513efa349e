"""What each game brings to events, a module or a package a game (`kozyr.tournaments.part`)."""
