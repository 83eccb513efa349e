"""Evenings of other programs: each reader makes the same facts of its file, `building` makes an event of them, `checking` compares.

A file that is half good is read as far as it goes; `Read.faults` says what is left.
"""
