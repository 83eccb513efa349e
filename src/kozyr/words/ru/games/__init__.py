"""Words of each game in Russian."""
