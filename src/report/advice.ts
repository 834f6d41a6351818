// What a person should do with a verdict: one sentence each.
import type { Document, FailureCode } from "../report.ts";

/** What an advice depends on. */
export type Judged = Pick<Document, "verdict" | "basis" | "reference_match" | "error">;

const FAILED: Record<FailureCode, string> = {
  password_required: "Ask for a copy that opens without a password.",
  not_a_pdf: "Ask for the file again: this one is damaged or is something else.",
  file_too_large: "The engine will not take this on; ask for the document in parts, as the issuer sent them.",
  too_many_pages: "Ask for the document in parts of at most 100 pages, as the issuer sent them.",
  engine_error: "Check it again; if it fails again, report it with the hash that --json prints.",
};

export function advice({ verdict, basis, reference_match, error }: Judged): string {
  if (error) return FAILED[error.code];
  const picture = basis === "image_container";
  switch (verdict) {
    case "tampered":
      return "Do not rely on this file. Ask the issuer, not the sender, for the original and compare what was found.";
    case "suspicious":
      return picture
        ? "A person should look at this picture; no edit was found. Ask for the file the issuer sent, not a scan of it."
        : "Look at what was found before you rely on this file, and ask for it as the issuer sent it.";
    case "authentic":
      if (basis === "signature") return "Make sure that the signer is the issuer you expect.";
      return reference_match?.attack_tested === false
        ? "The structure is the issuer's own, but check amounts, dates and details against another source."
        : "Nothing further.";
    case "unsupported":
      return "There is no text and no picture to analyse; ask for the document as the issuer sent it.";
    default:
      return picture
        ? "Compare the picture with its text, and ask for the file the issuer sent, not a scan of it."
        : "Where much depends on it, ask for a signed copy or have the issuer confirm the details.";
  }
}
