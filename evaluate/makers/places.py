"""Where the tools that `setup` installed are."""

from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
CACHE = HERE / ".cache"
NODE = HERE / "node"
NODE_MODULES = CACHE / "node"
JAVA = CACHE / "java"
