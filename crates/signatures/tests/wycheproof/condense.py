#!/usr/bin/env python3
"""Condenses test vectors of Project Wycheproof (C2SP/wycheproof, Apache-2.0) into the lines `tests/wycheproof.rs` reads.

`condense.py FOLDER [MOST]`: FOLDER holds the JSON files (the crate `wycheproof` has them under src/data); MOST is how
many cases of each file and result are kept, spread evenly; without it, all. Columns: file, scheme, digest, mask digest,
salt, key (SubjectPublicKeyInfo), message, value, result; binary columns in hex.
"""
import json
import pathlib
import sys

FILES = """dsa_2048_224_sha256 dsa_2048_256_sha256 dsa_3072_256_sha256
ecdsa_secp224r1_sha256 ecdsa_secp256r1_sha256 ecdsa_secp256r1_sha256_p1363 ecdsa_secp256r1_sha3_256
ecdsa_secp384r1_sha384 ecdsa_secp384r1_sha384_p1363 ecdsa_secp521r1_sha512 ecdsa_secp521r1_sha512_p1363
ecdsa_brainpoolP256r1_sha256 ecdsa_brainpoolP384r1_sha384 ecdsa_brainpoolP512r1_sha512 ecdsa_secp256k1_sha256
ed25519 ed448 rsa_signature_2048_sha224 rsa_signature_2048_sha256 rsa_signature_2048_sha384 rsa_signature_2048_sha512
rsa_signature_2048_sha3_256 rsa_signature_3072_sha256 rsa_signature_4096_sha512 rsa_signature_8192_sha256
rsa_pss_2048_sha1_mgf1_20 rsa_pss_2048_sha256_mgf1_0 rsa_pss_2048_sha256_mgf1_32 rsa_pss_2048_sha512_256_mgf1_32
rsa_pss_3072_sha256_mgf1_32 rsa_pss_4096_sha512_mgf1_32 rsa_pss_misc mldsa_44_verify mldsa_65_verify
mldsa_87_verify""".split()

# Left out where only some are kept: their keys and values are many times as long as those of their kin.
LARGE = """rsa_signature_4096_sha512 rsa_signature_8192_sha256 rsa_pss_4096_sha512_mgf1_32 mldsa_65_verify
mldsa_87_verify dsa_3072_256_sha256""".split()


def cases(folder, name):
    path = folder / f"{name}_test.json"
    if not path.exists():
        print("missing", name, file=sys.stderr)
        return
    data = json.loads(path.read_text())
    for group in data["testGroups"]:
        key = group.get("publicKeyDer", "")
        digest = group.get("sha", "")
        mask = group.get("mgfSha", "")
        salt = str(group.get("sLen", ""))
        for case in group["tests"]:
            if case.get("ctx"):
                continue
            yield [name, data["algorithm"], digest, mask, salt, key, case["msg"], case["sig"], case["result"],
                   case["comment"]]


def main():
    folder = pathlib.Path(sys.argv[1])
    most = int(sys.argv[2]) if len(sys.argv) > 2 else None
    for name in FILES:
        if most and name in LARGE:
            continue
        by_result = {}
        for case in cases(folder, name):
            by_result.setdefault(case[-2], []).append(case)
        for group in by_result.values():
            if most:
                group = [case for case in group if len(case[6]) < 600]
                group = group[::max(1, len(group) // most)][:most]
            for case in group:
                print("\t".join(case[:-1]))


main()
