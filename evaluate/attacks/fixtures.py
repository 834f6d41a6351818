"""The few made files that are kept under fixtures/: `python -m attacks.fixtures [--out folder]` after a run."""

import argparse
import json
import shutil
from pathlib import Path

from makers.places import HERE

FIXTURES = HERE.parent / "fixtures"
FOLDER = "signed-and-attacked"
SIGNERS = {"pyhanko": "pyHanko", "signpdf": "@signpdf", "openssl": "OpenSSL", "own": "pyca/cryptography"}
ANY = ["suspicious", "tampered"]
LEFT = ["authentic", "inconclusive"]

# Which made file is kept, as what, with what was done to it; honest ones stand beside the attacks they nearly are.
KEPT = {
    "honest/as-signed-pyhanko": ("signed", LEFT, "signed by pyHanko"),
    "honest/filled-pyhanko": ("filled", LEFT, "a form field filled after signing"),
    "honest/marked-pyhanko": ("total-highlighted", LEFT, "a highlight set upon the total"),
    "honest/second-signer-pyhanko": ("signed-again", LEFT, "a second signer's seal beside the text"),
    "honest/validation-data-pyhanko": ("validation-data", LEFT, "certificates and a revocation list added"),
    "honest/other-field-filled-lock-pyhanko": ("unlocked-field-filled", LEFT, "a field filled that the signature does not lock"),
    "padding/text-behind-the-value-pyhanko": (
        "text-behind-the-value",
        LEFT,
        "unsigned text in the room of the signature's value",
    ),
    "stripped/empty-field-left-pyhanko": (
        "empty-field-left",
        ["inconclusive"],
        "saved whole without the signature; the empty field is left",
    ),
    "usf/range-null-pyhanko": ("range-null", ANY, "the byte range replaced by null, the total changed"),
    "gap/begins-early-pyhanko": ("gap-begins-early", ANY, "the byte range leaves out more than the value"),
    "swa/own-table-pyhanko": ("second-part-moved", ANY, "the second signed part moved to the end, another page in the gap"),
    "clone/override-name-pyhanko": ("signature-overridden", ANY, "the signature's dictionary written again under another name"),
    "overlap/gap-over-first-value-pyhanko": ("ranges-entangled", ANY, "a second signature leaves the first one's value out"),
    "shadow-switch/entry-points-back-pyhanko": (
        "entry-points-back",
        ANY,
        "the page's contents listed where a planted object stands",
    ),
    "shadow-replace/look-follows-value-pyhanko": (
        "look-changed-under-value",
        ANY,
        "a field signed with another look than its value",
    ),
    "field/value-and-look-differ-pyhanko": ("value-and-look-differ", ANY, "a field filled with one number and showing another"),
    "ssa/signed-blank-pyhanko": ("covered-by-second-signer", ANY, "the seal of a second signer covers the total"),
    "tail/second-pdf-pyhanko": ("second-file-appended", ANY, "another whole file appended"),
    "stripped/validation-data-left-pyhanko": (
        "validation-data-left",
        ANY,
        "saved whole without the signature; its validation data is left",
    ),
    "fieldmdp/locked-field-filled-lock-pyhanko": ("locked-field-filled", ANY, "a field filled that the signature locks"),
    "prepared/planted-pyhanko": ("second-document-waiting", ANY, "signed with a second document in it that nothing leads to"),
    "honest/content-inside-own": ("signed-bytes-inside", LEFT, "the signed bytes stand in the signature's value too"),
    "honest/shown-by-two-fields-own": ("shown-by-two-fields", LEFT, "two fields showed the signature when it was signed"),
    "honest/seal-over-own-footer-own": ("seal-over-own-footer", LEFT, "the issuer's seal over its own footer"),
    "clone/second-field-added-own": ("second-field-added", ANY, "a second field that shows the signature, added after signing"),
    "tail/text-pyhanko": ("text-appended", ANY, "text behind the last end of file"),
    "usf/range-zeros-pyhanko": ("range-zeros", ANY, "the byte range set to zeros, the total changed"),
    "isa/page-added-pyhanko": ("page-added", ANY, "a page added behind the signed bytes"),
    "ink/annotation-picture-approved-pyhanko": ("picture-of-another-total", ANY, "a picture of another total laid over it"),
    "cms/other-certificate-pyhanko": ("other-certificate", LEFT, "another signer's certificate put into the signature"),
    "weak/md5-plain-openssl": ("digest-md5", LEFT, "signed by a digest that can be forged (MD5)"),
    "timestamp/token-broken-signpdf": ("time-stamp-broken", LEFT, "one byte of the time stamp changed"),
    "docmdp/p2-comment-pyhanko": ("comment-on-certified", ANY, "a comment on a file certified for form filling only"),
}


def main():
    parser = argparse.ArgumentParser(prog="attacks.fixtures", description=__doc__)
    parser.add_argument("--out", type=Path, default=HERE / "out-attacks")
    made = parser.parse_args().out
    folder = FIXTURES / FOLDER
    folder.mkdir(exist_ok=True)
    told = FIXTURES / "expected.json"
    expected = {name: row for name, row in json.loads(told.read_text()).items() if not name.startswith(f"{FOLDER}/")}
    for source, (name, allowed, why) in KEPT.items():
        target = folder / f"{name}.pdf"
        shutil.copy(made / f"{source}.pdf", target)
        label = "edited" if allowed == ANY or source.startswith("stripped/") else "benign"
        expected[f"{FOLDER}/{name}.pdf"] = {
            "label": label,
            "producer": SIGNERS[source.rsplit("-", 1)[1]],
            "method": f"attacks {source.rsplit('-', 1)[0]}",
            # An empty field is all that one kind of stripping leaves; honest forms have one too.
            **({"traceable": allowed == ANY} if label == "edited" else {}),
            "why": why,
            "allowed": allowed,
            "bytes": target.stat().st_size,
        }
    told.write_text(json.dumps(dict(sorted(expected.items())), indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
