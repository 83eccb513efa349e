"""The club over HTTP: a module for each noun, and `app` that puts them together."""
