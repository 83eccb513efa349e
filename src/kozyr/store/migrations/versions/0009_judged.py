"""Logs may have entries of the kind `forced`: acts against the rules that were carried out."""  # noqa: INP001 - as 0001

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Change nothing: an older club, which would stop at such an entry, does not open this database any more."""
