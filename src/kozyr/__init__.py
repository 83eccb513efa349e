"""Kozyr: preferans, bridge and deberts at one table."""
