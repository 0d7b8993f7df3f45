"""Opens what Linux perf recorded of a Python program as an interactive flame graph, and records blocks of a program.

with pyrograph.record("checkout.perf.data") as recording:
checkout()
print(recording.report())
"""

from importlib.metadata import version

from .recorder import CannotRecord, Row
from .recorder import Recorder as record

__version__ = version("pyrograph")

__all__ = ["CannotRecord", "Row", "__version__", "record"]
