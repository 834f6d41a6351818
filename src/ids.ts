// Identifiers that cannot be guessed: base62 characters from the system's random source.
import { randomBytes } from "node:crypto";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Bytes from 248 on are thrown away: taking them modulo 62 would favour the first eight characters. */
export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += BASE62.charAt(byte % 62);
    }
  }
  return text;
}

export function newId(prefix: "doc" | "req" | "org" | "key" | "inv" | "usr"): string {
  return `${prefix}_${randomBase62(24)}`;
}

/** A number in base62, left-padded with zeros. */
export function toBase62(value: number, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) text = BASE62.charAt(rest % 62) + text;
  return text;
}
