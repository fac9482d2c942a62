"""JSON as the conformance files are written: short values and snapshots on one line each."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[2] / "python" / "bonepile" / "conformance"

SHORT = 100


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def spread(value: Any, depth: int, indent: str = "") -> str:
    """The value over several lines, as deep as `depth`; what lies deeper is one line."""
    line = compact(value)
    if depth == 0 or len(line) <= SHORT or not isinstance(value, (dict, list)):
        return line
    inner = indent + " "
    if isinstance(value, dict):
        lines = [f"{compact(k)}: {spread(v, depth - 1, inner)}" for k, v in value.items()]
        opening, closing = "{", "}"
    else:
        lines = [spread(item, depth - 1, inner) for item in value]
        opening, closing = "[", "]"
    return f"{opening}\n{inner}" + f",\n{inner}".join(lines) + f"\n{indent}{closing}"


def zipped(text: str) -> bytes:
    """The text compressed, the same bytes whenever it is done on one machine."""
    buffer = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=buffer, mtime=0) as file:
        file.write(text.encode())
    return buffer.getvalue()


def read(path: Path) -> str | None:
    """The text of a file, unzipped; None when there is none."""
    if not path.exists():
        return None
    content = path.read_bytes()
    return (gzip.decompress(content) if path.suffix == ".gz" else content).decode()


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(zipped(text) if path.suffix == ".gz" else text.encode())
