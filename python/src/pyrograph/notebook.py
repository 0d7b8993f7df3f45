"""`%load_ext pyrograph`: records cells of a notebook, and shows their flame graphs below them."""

from __future__ import annotations

import ast
import html
import re
import tempfile
from pathlib import Path
from typing import Any

from .recorder import Recorder

_OPTION = re.compile(r"""\s*--(save|level|height)(?:=|\s+)("[^"]*"|'[^']*'|\S+)\s*""")

#: The page follows the color scheme of its frame, and the frame that of the notebook: Jupyter, VS Code, Colab and pages
#: made of notebooks name their themes. Elsewhere it is that of the system.
_STYLE = """
.pyrograph { width: 100%; border: 0; resize: vertical; color-scheme: light dark; }
:is([data-jp-theme-light=true], .vscode-light, [theme=light], [data-theme=light]) .pyrograph { color-scheme: light; }
:is([data-jp-theme-light=false], .vscode-dark, [theme=dark], [data-theme=dark]) .pyrograph { color-scheme: dark; }
"""


def load_ipython_extension(shell: Any) -> None:
    """Registers `%flame` and `%%flame`."""

    def flame(line: str, cell: str | None = None) -> object:
        """Records an expression or a cell, and shows its flame graph.

        %flame [OPTION]… EXPRESSION
        %%flame [OPTION]…

        --save FILE     also write the page to this file
        --level LEVEL   raw, merged, python-c (default), python-leaf-c or python
        --height PIXELS height of the graph below the cell (default: 600)
        """
        options: dict[str, str] = {}
        while found := _OPTION.match(line):
            options[found[1]] = found[2].strip("\"'")
            line = line[found.end() :]
        if cell is not None and line.strip():
            raise ValueError(f"%%flame: unexpected {line}; the options are --save, --level and --height.")
        with tempfile.TemporaryDirectory(prefix="pyrograph-") as folder:
            recording = Recorder(Path(folder) / "cell")
            statements, value = _compile(shell, line if cell is None else cell)
            recording.start()
            try:
                exec(statements, shell.user_ns)
                return eval(value, shell.user_ns)
            finally:
                recording.stop()
                _show(shell, recording, options)

    shell.register_magic_function(flame, "line_cell")


def _compile(shell: Any, source: str) -> tuple[Any, Any]:
    """The code of all statements, and that of the last one if it is an expression, whose value the notebook shows."""
    transformed = shell.transform_cell(source)
    tree = shell.transform_ast(shell.compile.ast_parse(transformed))
    name = shell.compile.cache(transformed, shell.execution_count, raw_code=source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    value = ast.Expression(last.value if last else ast.Constant(None))
    return compile(tree, name, "exec"), compile(ast.fix_missing_locations(value), name, "eval")


def _show(shell: Any, recording: Recorder, options: dict[str, str]) -> None:
    """Shows the page in a notebook, and the hottest functions in a terminal."""
    page = options.get("save") or recording.path.with_suffix(".html")
    try:
        text = recording.save(page, level=options.get("level", "python-c")).read_text(encoding="utf-8")
    except RuntimeError as error:
        # Such as a cell without a sample. Its own value or exception matters more.
        print(error)
        return
    if not hasattr(shell, "kernel"):
        print("\n".join(f"{row.self / 1e9:8.3f} s  {row.name}" for row in recording.top()))
        return
    height = int(options.get("height", "600"))
    # Without allow-same-origin, the page cannot reach the notebook.
    frame = (
        f'<style>{_STYLE}</style><iframe class="pyrograph" title="Flame graph" style="height: {height}px" '
        f'sandbox="allow-scripts allow-downloads" srcdoc="{html.escape(text)}"></iframe>'
    )
    shell.display_pub.publish({"text/html": frame, "text/plain": "Flame graph (shown in the notebook)"})
