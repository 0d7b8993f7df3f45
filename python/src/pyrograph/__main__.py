"""`python -m pyrograph …` is the command `pyrograph …`."""

from .command import main

main()
