// The place where a page of the list ended, sealed: only its own organization can use it, and nobody can change it.
import { createHmac, timingSafeEqual } from "node:crypto";
import { ApiError } from "../errors.ts";

export interface Place {
  createdAt: Date;
  position: number;
}

const PLACE_BYTES = 16;
const SEAL_BYTES = 16;

export function writeCursor(secret: Buffer, organizationId: string, place: Place): string {
  const bytes = Buffer.alloc(PLACE_BYTES);
  bytes.writeBigInt64BE(BigInt(place.createdAt.getTime()), 0);
  bytes.writeBigInt64BE(BigInt(place.position), 8);
  return Buffer.concat([bytes, seal(secret, organizationId, bytes)]).toString("base64url");
}

export function readCursor(secret: Buffer, organizationId: string, cursor: string): Place {
  const bytes = Buffer.from(cursor, "base64url");
  // Node skips what is no base64url: only the one spelling that we write counts.
  if (bytes.length !== PLACE_BYTES + SEAL_BYTES || bytes.toString("base64url") !== cursor) throw invalid();
  const place = bytes.subarray(0, PLACE_BYTES);
  if (!timingSafeEqual(seal(secret, organizationId, place), bytes.subarray(PLACE_BYTES))) throw invalid();
  return { createdAt: new Date(Number(place.readBigInt64BE(0))), position: Number(place.readBigInt64BE(8)) };
}

function seal(secret: Buffer, organizationId: string, place: Buffer): Buffer {
  return createHmac("sha256", secret)
    .update(organizationId)
    .update("\0")
    .update(place)
    .digest()
    .subarray(0, SEAL_BYTES);
}

function invalid(): ApiError {
  return new ApiError("invalid_request", "cursor is not a next_cursor of this list.");
}
