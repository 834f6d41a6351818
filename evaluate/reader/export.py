"""Writes a trained net as `scans/reading/weights.bin`: `python -m reader.export IN OUT`."""

import pickle
import sys
from pathlib import Path

import numpy

from .net import EPSILON, WINDOWS


def layer(weights, offsets, brighter: float) -> bytes:
    """A scale and an offset for each output, then a byte for each weight, output by output."""
    scales = numpy.maximum(numpy.abs(weights).max(0), 1e-8) / 127
    whole = numpy.round(weights / scales).astype(numpy.int8)
    numbers = [scales * brighter, offsets * 256]
    return b"".join(values.astype("<f4").tobytes() for values in numbers) + whole.T.tobytes()


def main(source: str, target: str):
    weights, means = pickle.loads(Path(source).read_bytes())
    out = []
    for name in WINDOWS:
        own, seen = weights[name], means[name]
        gain = own["g"] / numpy.sqrt(seen["v"] + EPSILON)
        window = (own["w"] * gain).reshape(-1, gain.shape[0])
        # Ink is told in steps of 1/255, activations in steps of 1/256.
        out.append(layer(window, own["b"] - seen["m"] * gain, 256 / 255 if name == "c1" else 1.0))
    out.append(layer(weights["out"]["w"], weights["out"]["b"], 1.0))
    Path(target).write_bytes(b"".join(out))


if __name__ == "__main__":
    main(*sys.argv[1:])
