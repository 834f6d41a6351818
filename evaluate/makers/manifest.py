"""The label beside each file: what it is, what was done to it, where, and what may honestly be said about it."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path


@dataclass
class Edit:
    """One changed value. `area` is [x0, y0, x1, y1] in PDF points from the bottom-left corner."""

    page: int
    area: list
    field: str
    kind: str
    old_value: str | None
    new_value: str | None


@dataclass
class Label:
    """`label` is genuine, benign or edited. `traceable` says whether a perfect examiner could tell from the file alone."""

    file: str
    label: str
    producer: str
    design: str
    locale: str
    method: str | None = None
    treatment: str | None = None
    source: str | None = None
    traceable: bool | None = None
    traces: list = field(default_factory=list)
    why: str = ""
    edits: list = field(default_factory=list)
    allowed: list = field(default_factory=list)
    image: bool = False
    expect: dict = field(default_factory=dict)

    def write(self, folder: Path) -> None:
        path = folder / (self.file + ".json")
        path.write_text(json.dumps(asdict(self), ensure_ascii=False, indent=1) + "\n")
