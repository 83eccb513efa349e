"""What the program says to people, as data: a folder for each language. Nothing here imports anything."""
