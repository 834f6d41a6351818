// E-mail addresses as they are kept.
import { z } from "zod";
import { ApiError } from "../errors.ts";

const Email = z.email().max(254);

/** In lower case, or a refusal. */
export function readEmail(text: string): string {
  const result = Email.safeParse(text.trim());
  if (!result.success) throw new ApiError("invalid_request", "This is no e-mail address.");
  return result.data.toLowerCase();
}
