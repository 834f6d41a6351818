"""What is said of an edit method: how it is done, and what it is bound to leave in the file."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Method:
    """`traces` are facts that stay in the file by the way the method works; sums are judged per change.

    What hangs on the single file, `apply` tells: it may return traces too.

    `takes`: "digits" keeps the number of characters, "longer" adds one, "squeezed" adds one that the method
    makes room for, "copied" takes another value's text, "any" may type anything, "whole" chooses for itself.
    """

    name: str
    apply: Callable
    takes: str = "digits"
    traces: tuple = ()
    launder: str | None = None
    seen: bool = True  # whether the page looks another than before
    image: bool = False  # whether only pictures of pages are left
