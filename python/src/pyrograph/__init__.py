"""Opens what Linux perf recorded of a Python program as an interactive flame graph."""

from importlib.metadata import version

__version__ = version("pyrograph")

__all__ = ["__version__"]
