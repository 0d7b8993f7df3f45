"""Opens what Linux perf recorded of a Python program as an interactive flame graph, and records blocks of a program.

with pyrograph.record("checkout.perf.data") as recording:
    checkout()
print(recording.report())
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .notebook import load_ipython_extension
    from .perf import CannotRecord
    from .recorder import Recorder as record
    from .recorder import Row

    __version__: str

__all__ = ["CannotRecord", "Row", "__version__", "load_ipython_extension", "record"]


def __getattr__(name: str) -> object:
    # Imported at first use: the command needs none of it.
    from importlib import import_module, metadata

    if name not in __all__:
        raise AttributeError(f"module 'pyrograph' has no attribute {name!r}")
    if name == "__version__":
        return metadata.version("pyrograph")
    homes = {"load_ipython_extension": ".notebook", "CannotRecord": ".perf"}
    module = import_module(homes.get(name, ".recorder"), __name__)
    return getattr(module, "Recorder" if name == "record" else name)
