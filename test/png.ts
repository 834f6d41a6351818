// Reads the PNG files that the engine writes: 8-bit RGB, not interlaced (ISO/IEC 15948, 9 and 10).
import { inflateSync } from "node:zlib";

export type Pixels = {
  width: number;
  height: number;
  at(x: number, y: number): readonly [number, number, number];
};

const CHANNELS = 3;

export function readPng(file: Buffer): Pixels {
  if (file.toString("latin1", 1, 4) !== "PNG") throw new Error("This is no PNG.");
  const [width, height, depth, colour] = [file.readUInt32BE(16), file.readUInt32BE(20), file[24], file[25]];
  if (depth !== 8 || colour !== 2) throw new Error(`Depth ${depth} and colour type ${colour} are not read here.`);
  const rows = unfilter(inflateSync(data(file)), width * CHANNELS, height);
  const at = (x: number, y: number) => {
    const start = (y * width + x) * CHANNELS;
    return [rows[start] ?? 0, rows[start + 1] ?? 0, rows[start + 2] ?? 0] as const;
  };
  return { width, height, at };
}

/** The IDAT chunks together. */
function data(file: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    if (file.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(file.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return Buffer.concat(parts);
}

function unfilter(bytes: Buffer, length: number, height: number): Uint8Array {
  const out = new Uint8Array(length * height);
  for (let y = 0; y < height; y++) {
    const filter = bytes[y * (length + 1)];
    for (let x = 0; x < length; x++) {
      const left = x < CHANNELS ? 0 : (out[y * length + x - CHANNELS] ?? 0);
      const up = y === 0 ? 0 : (out[(y - 1) * length + x] ?? 0);
      const corner = y === 0 || x < CHANNELS ? 0 : (out[(y - 1) * length + x - CHANNELS] ?? 0);
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0;
      out[y * length + x] = (bytes[y * (length + 1) + 1 + x] ?? 0) + predicted;
    }
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
