"""What an attack begins from: the plain document as each signer approved it, certified it at each permission, locked a
field of it, or stored validation data behind it."""

from collections.abc import Iterator
from pathlib import Path

from . import honest, signing
from .update import File

Signed = dict[tuple[str, str], bytes]


def states(signed: Signed, room: Path) -> Iterator[tuple[str, str, File]]:
    """Name of the state, signer, file."""
    for signer in signing.SIGNERS:
        yield "approved", signer, File(signed["plain", signer])
    for signer in signing.CERTIFIERS:
        for level in (1, 2, 3):
            yield f"p{level}", signer, File(signed[f"p{level}", signer])
    yield "locked", "pyhanko", File(signed["lock", "pyhanko"])
    held, made = room / "held.pdf", room / "made.pdf"
    held.write_bytes(signed["plain", "pyhanko"])
    yield "stored", "pyhanko", File(honest.validation_data(held, made))


def allows(state: str, needed: int) -> bool:
    """Whether a state lets anybody do what DocMDP `needed` would allow."""
    return not state.startswith("p") or int(state[1]) >= needed
