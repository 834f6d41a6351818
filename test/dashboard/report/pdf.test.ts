// The report as a PDF, read again by somebody else's reader: names and evidence in the letters in which they were written.
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { facesFor } from "../../../src/dashboard/report/faces.ts";
import { reportPdf } from "../../../src/dashboard/report/pdf.ts";
import { openEngine, type WholeEngine } from "../../../src/engine/engine.ts";
import { reportOf } from "./made.ts";

let engine: WholeEngine;
beforeAll(async () => {
  engine = await openEngine({ size: 1 });
});
afterAll(() => engine?.close());

/** A line may end anywhere. */
const joined = (text: string) => text.normalize("NFKC").replaceAll(/\s+/g, "");

async function readAgain(name: string, evidence = ""): Promise<string> {
  const report = await reportOf(engine, "utility-pdfbox/total-covered-incremental-pdfbox.pdf");
  report.document.file.name = name;
  for (const place of report.findings[0]?.places.slice(0, 1) ?? []) place.evidence = evidence;
  const pdf = await reportPdf(report, new Map());
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text;
}

const NAMES: Record<string, string> = {
  Cyrillic: "Счёт Иванова за март.pdf",
  Greek: "Λογαριασμός Παπαδόπουλος.pdf",
  Chinese: "张伟的工资单.pdf",
  "Latin beyond the west": "Wałęsa Őrség Dvořák.pdf",
  Vietnamese: "Nguyễn Thị Hường.pdf",
  "Latin as any viewer has it": "Kontoauszug für März – 1.234,00 €.pdf",
};

describe("the PDF report", () => {
  test.each(Object.entries(NAMES))("holds a name in %s as text", async (_, name) => {
    expect(joined(await readAgain(name))).toContain(joined(name));
  });

  test.each([
    ["Arabic", "محمد علي"],
    ["Hebrew", "שלום כהן"],
  ])("holds a name in %s as text, its words in order", async (_, name) => {
    expect((await readAgain(name)).normalize("NFKC").replaceAll(/\s+/g, " ")).toContain(name);
  });

  test("breaks a long evidence over lines and loses nothing of it", async () => {
    const words = Array.from({ length: 60 }, (_, index) => `слово${index}`);
    const text = joined(await readAgain("a.pdf", `Read: ${words.join(" ")} (end)`));
    expect(words.filter((word) => !text.includes(word))).toEqual([]);
    expect(text).toContain("(end)");
  });

  test("writes out by its number what no face has, and what is not seen", async () => {
    expect(await readAgain("x\u{12000}y\u202ez.pdf")).toContain("x[U+12000]y[U+202E]z.pdf");
  });

  test("takes no face where all is Latin", async () => {
    expect((await facesFor(["Müller & Söhne – 12,50 €"])).all).toEqual([]);
  });
});
