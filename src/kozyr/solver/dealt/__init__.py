"""The worth of a deal before anybody has called, by game: what conditions on deals ask the solver."""
