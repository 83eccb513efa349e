"""An event of the club as a fold over its log: pure, as `club/table/` is for a table. What is played and ruled is the director's."""
