// The Idempotency-Key header: absent, or 1 to 255 characters.
import type { Context } from "hono";
import { ApiError } from "../errors.ts";
import type { AppEnv } from "./variables.ts";

const LONGEST = 255;

export function idempotencyKey(c: Context<AppEnv>): string | null {
  const key = c.req.header("Idempotency-Key");
  if (key === undefined) return null;
  if (key.length < 1 || key.length > LONGEST) {
    throw new ApiError("invalid_request", `Idempotency-Key must have 1 to ${LONGEST} characters.`);
  }
  return key;
}
