"""What one made file is: its class, what was done, and what a judge must say of it."""

from dataclasses import dataclass


@dataclass
class Case:
    """`must`: `caught` (suspicious or tampered), `named` (the finding `says` must be there) or `clean` (never accused)."""

    kind: str
    name: str
    signer: str
    data: bytes
    must: str = "caught"
    says: str = ""

    @property
    def file(self) -> str:
        return f"{self.kind}/{self.name}-{self.signer}.pdf"
