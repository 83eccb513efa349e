"""An event of the club as a pure fold over its log, as `club/table/` is for a table. The director has the rest."""
