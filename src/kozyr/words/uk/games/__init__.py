"""Words of each game in Ukrainian."""
