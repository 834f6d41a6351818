// The sentences a report begins with: for a person who has never seen the inside of a PDF.
import { advice } from "../../report/advice.ts";
import type { Document, FailureCode } from "../../report.ts";
import type { Finding, Report } from "./model.ts";

const FAILED: Record<FailureCode, string> = {
  password_required: "The file opens only with a password.",
  not_a_pdf: "This is not a PDF that can be read.",
  file_too_large: "The file asks for more work than the engine takes on.",
  too_many_pages: "The file has more than 100 pages.",
  engine_error: "The check broke off.",
};

const UNCHARGED = "Nothing was charged.";

export function headlineOf(document: Document, findings: Finding[]): Report["headline"] {
  if (document.status === "processing") {
    return {
      word: "being checked",
      sentence: "This file is being checked. The result appears here by itself.",
      advice: "Most files take a few seconds; long scans take up to a minute. You may close this page.",
    };
  }
  const next = advice(document);
  if (document.error) {
    return { word: "not checked", sentence: FAILED[document.error.code], advice: `${UNCHARGED} ${next}` };
  }
  const charged = document.verdict === "unsupported" ? `${UNCHARGED} ${next}` : next;
  return { word: document.verdict ?? "not checked", sentence: sentenceOf(document, findings), advice: charged };
}

function sentenceOf({ verdict, basis, reference_match }: Document, findings: Finding[]): string {
  switch (verdict) {
    case "tampered":
      return "There is strong evidence that this file was edited after it was produced.";
    case "suspicious":
      return basis === "image_container"
        ? "A person should look at this picture. No edit was found, and none can be ruled out."
        : "Something in this file points to editing.";
    case "authentic":
      if (basis !== "reference_match") return "An unbroken digital signature covers the whole file.";
      return reference_match?.attack_tested === false
        ? "It is built as the genuine documents of this issuer are. Its amounts and names are not verified."
        : "It matches the genuine documents of this issuer.";
    case "unsupported":
      return "There is nothing in this file that could be examined.";
    default:
      if (findings.some(({ counted }) => counted)) return "Something was found, too little to speak of editing.";
      return findings.some(({ grade }) => grade !== "note")
        ? "Nothing was found that counts. That is the best an unsigned file can get."
        : "Nothing was found. That is the best an unsigned file can get.";
  }
}

const CLASSES: Record<string, string> = {
  born_digital: "made by a program",
  scanned_with_text_layer: "scanned, with recognised text",
  raster: "pictures of pages",
  no_text_layer: "without text",
};

export function classWords(documentClass: string | null): string | null {
  if (documentClass === null) return null;
  return CLASSES[documentClass] ?? documentClass.replaceAll("_", " ");
}

export const GRADES = { high: "grave", medium: "serious", low: "slight", note: "note" } as const;

export function bytesOf(count: number): string {
  if (count < 10_000) return `${count.toLocaleString("en")} bytes`;
  return count < 1_000_000 ? `${Math.round(count / 1000)} kB` : `${(count / 1_000_000).toFixed(1)} MB`;
}

/** An instant as both a clerk and a log reader take it. */
export function momentOf(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}
