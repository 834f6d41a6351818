// Names that people give: to themselves, to organizations, to keys.
import { ApiError } from "./errors.ts";

const LONGEST = 100;

/** One line, without control and direction characters; `what` begins the sentence that refuses. */
export function readName(text: string, what: string): string {
  const name = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ").trim();
  if (name === "" || [...name].length > LONGEST) {
    throw new ApiError("invalid_request", `${what} needs 1 to ${LONGEST} characters.`);
  }
  return name;
}
