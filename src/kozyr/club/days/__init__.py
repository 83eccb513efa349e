"""The deal of the day, and challenges, upon the rooms of cups: their rules, and what is told. Pure."""
