"""Tournaments: movements, regulations and scoring. Pure: no clock, no chance, no files but the data that is shipped."""
