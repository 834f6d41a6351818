"""The net that reads a cut, as `scans/reading/net.rs` runs it: convolutions, trained by CTC with JAX.

`python -m reader.net STEPS RATE OUT [FROM]` learns from `.cache/pictures`, and tells the share of characters misread in
faces that it has not seen: of all texts, and of those that are mostly figures.
"""

import pickle
import sys
import time
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy
import optax
from jax import lax

from .pictures import ROWS
from .texts import CHARACTERS, CLASS

CACHE = Path(__file__).resolve().parent / ".cache"
CLASSES = len(CHARACTERS) + 1
# Columns, rows and channels of each window; the two last layers carry their input past themselves.
WINDOWS = {
    "c1": (5, 5, 1, 16),
    "c2": (3, 3, 16, 24),
    "c3": (3, 3, 24, 32),
    "c4": (3, 3, 32, 80),
    "r1": (3, 1, 80, 80),
    "r2": (3, 1, 80, 80),
}
EPSILON = 1e-3
MOST = 8.0
LONGEST = 64
WIDTHS = [64, 96, 144, 208, 304, 400]


def fresh(key):
    weights = {}
    for name, (columns, rows, inputs, outputs) in WINDOWS.items():
        key, own = jax.random.split(key)
        spread = numpy.sqrt(2 / (columns * rows * inputs))
        window = jax.random.normal(own, (columns, rows, inputs, outputs)) * spread
        weights[name] = {"w": window, "g": jnp.ones(outputs), "b": jnp.zeros(outputs)}
    key, own = jax.random.split(key)
    weights["out"] = {"w": jax.random.normal(own, (80, CLASSES)) * 0.05, "b": jnp.zeros(CLASSES).at[0].set(1.0)}
    means = {name: {"m": jnp.zeros(shape[3]), "v": jnp.ones(shape[3])} for name, shape in WINDOWS.items()}
    return weights, means


def read(weights, means, pictures, widths, learning: bool):
    """`pictures`: so many, columns, rows, from 0 to 1. Gives the places' outputs, and the means as they have moved."""
    x, moved = pictures[..., None], {}
    places = jnp.arange(pictures.shape[1] // 2)[None, :] < (widths[:, None] + 1) // 2
    mask = places[:, :, None, None].astype(x.dtype)

    def layer(x, name, strides, padding):
        own, seen = weights[name], means[name]
        y = lax.conv_general_dilated(x, own["w"], strides, padding, dimension_numbers=("NWHC", "WHIO", "NWHC"))
        if learning:
            count = jnp.maximum((mask * jnp.ones((*y.shape[:3], 1))).sum(), 1)
            mean = (y * mask).sum((0, 1, 2)) / count
            variance = (((y - mean) ** 2) * mask).sum((0, 1, 2)) / count
            moved[name] = {"m": 0.98 * seen["m"] + 0.02 * mean, "v": 0.98 * seen["v"] + 0.02 * variance}
        else:
            mean, variance = seen["m"], seen["v"]
        return (y - mean) * lax.rsqrt(variance + EPSILON) * own["g"] + own["b"]

    def active(y):
        return jnp.clip(y, 0, MOST) * mask

    x = active(layer(x, "c1", (2, 2), ((2, 2), (2, 2))))
    x = active(layer(x, "c2", (1, 2), ((1, 1), (1, 1))))
    x = active(layer(x, "c3", (1, 2), ((1, 1), (1, 1))))
    x = active(layer(x, "c4", (1, 1), ((1, 1), (0, 0))))
    x = active(x + layer(x, "r1", (1, 1), ((1, 1), (0, 0))))
    x = active(x + layer(x, "r2", (1, 1), ((1, 1), (0, 0))))
    return x[:, :, 0, :] @ weights["out"]["w"] + weights["out"]["b"], moved


def load(path) -> list[tuple[numpy.ndarray, str]]:
    kept = numpy.load(path)
    widths, samples = kept["widths"], kept["samples"]
    ends = numpy.concatenate([[0], numpy.cumsum(widths.astype(numpy.int64) * ROWS)])
    texts = kept["texts"]
    return [(samples[ends[n] : ends[n + 1]].reshape(widths[n], ROWS), str(texts[n])) for n in range(len(widths))]


def batches(data, chance=None, size=32):
    """Of pictures about as wide as each other; in their order without `chance`."""
    waiting = {width: [] for width in WIDTHS}
    for n in chance.permutation(len(data)) if chance else range(len(data)):
        width = next(width for width in WIDTHS if data[n][0].shape[0] <= width)
        waiting[width].append(n)
        if len(waiting[width]) == (size if width <= 208 else size // 2):
            yield width, waiting[width]
            waiting[width] = []
    if not chance:
        yield from ((width, rest) for width, rest in waiting.items() if rest)


def packed(data, width, of, chance=None):
    pictures = numpy.zeros((len(of), width, ROWS), numpy.float32)
    widths = numpy.zeros(len(of), numpy.int32)
    labels, padding = numpy.zeros((len(of), LONGEST), numpy.int32), numpy.ones((len(of), LONGEST), numpy.float32)
    for at, n in enumerate(of):
        picture, text = data[n][0].astype(numpy.float32) / 255, data[n][1]
        if chance:
            picture = _varied(picture, chance)
        pictures[at, : picture.shape[0]], widths[at] = picture, picture.shape[0]
        classes = [CLASS[character] for character in text][:LONGEST]
        labels[at, : len(classes)], padding[at, : len(classes)] = classes, 0
    return pictures, widths, labels, padding


def _varied(picture, chance):
    if chance.random() < 0.3:
        picture = numpy.clip(picture * chance.uniform(0.75, 1.2), 0, 1)
    if chance.random() < 0.2:
        picture = numpy.clip(picture + chance.normal(0, chance.uniform(0, 0.08), picture.shape), 0, 1)
    return numpy.roll(picture, chance.integers(-1, 2), 1) if chance.random() < 0.3 else picture


def loss(weights, means, pictures, widths, labels, padding):
    outputs, moved = read(weights, means, pictures, widths, True)
    beyond = (jnp.arange(outputs.shape[1])[None, :] >= (widths[:, None] + 1) // 2).astype(jnp.float32)
    each = optax.ctc_loss(outputs, beyond, labels, padding, blank_id=0)
    return (each / jnp.maximum((1 - padding).sum(1), 1)).mean(), moved


def spelt(outputs, width) -> str:
    likeliest = numpy.argmax(outputs, -1)[: (width + 1) // 2]
    kept = [b for a, b in zip([0, *likeliest], likeliest) if b != a and b]
    return "".join(CHARACTERS[n - 1] for n in kept).strip()


def distance(a: str, b: str) -> int:
    row = list(range(len(b) + 1))
    for n, x in enumerate(a):
        before, row[0] = row[0], n + 1
        for m, y in enumerate(b):
            before, row[m + 1] = row[m + 1], min(row[m + 1] + 1, row[m] + 1, before + (x != y))
    return row[-1]


seen = jax.jit(lambda weights, means, pictures, widths: read(weights, means, pictures, widths, False)[0])


def misread(weights, means, data) -> tuple[float, float]:
    wrong, all_of, wrong_figures, figures = 0, 0, 0, 0
    for width, of in batches(data, size=64):
        pictures, widths, *_ = packed(data, width, of)
        for n, outputs, own in zip(of, numpy.asarray(seen(weights, means, pictures, widths)), widths):
            text = data[n][1]
            away = distance(spelt(outputs, own), text)
            wrong, all_of = wrong + away, all_of + len(text)
            if 2 * sum(character.isdigit() for character in text) >= len(text):
                wrong_figures, figures = wrong_figures + away, figures + len(text)
    return wrong / all_of, wrong_figures / figures


def main(steps: str, rate: str, out: str, start: str = ""):
    count, chance = int(steps), numpy.random.default_rng(0)
    state = jax.tree.map(jnp.asarray, pickle.loads(Path(start).read_bytes())) if start else fresh(jax.random.PRNGKey(0))
    weights, means = state
    schedule = optax.warmup_cosine_decay_schedule(0, float(rate), min(200, count // 4), count, float(rate) * 0.01)
    optimizer = optax.chain(optax.clip_by_global_norm(2.0), optax.adamw(schedule, weight_decay=1e-4))
    momenta = optimizer.init(weights)

    @jax.jit
    def step(weights, means, momenta, *batch):
        (value, moved), slopes = jax.value_and_grad(loss, has_aux=True)(weights, means, *batch)
        updates, momenta = optimizer.update(slopes, momenta, weights)
        return optax.apply_updates(weights, updates), moved, momenta, value

    held, begun, done, values = load(CACHE / "pictures/held.npz"), time.monotonic(), 0, []
    while done < count:
        files = sorted((CACHE / "pictures").glob("seen*.npz"))
        chance.shuffle(files)
        data = [one for file in files[:6] for one in load(file)]
        for width, of in batches(data, chance):
            weights, means, momenta, value = step(weights, means, momenta, *packed(data, width, of, chance))
            values.append(float(value))
            done += 1
            if done % 250 == 0:
                print(f"{done} steps, {time.monotonic() - begun:.0f} s, loss {numpy.mean(values[-250:]):.4f}", flush=True)
            if done % 1500 == 0 or done == count:
                everything, figures = misread(weights, means, held)
                print(f"misread of unseen faces: {everything:.2%}, in figures {figures:.2%}", flush=True)
                Path(out).write_bytes(pickle.dumps(jax.tree.map(numpy.asarray, (weights, means))))
            if done == count:
                break


if __name__ == "__main__":
    main(*sys.argv[1:])
