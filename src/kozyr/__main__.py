"""`python -m kozyr` is `kozyr`: for a machine on which the folder of commands is not on the path."""

import sys

from kozyr.cli import main

if __name__ == "__main__":
    sys.exit(main())
