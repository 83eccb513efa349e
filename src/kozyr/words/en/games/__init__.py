"""Words of each game in English."""
