// The report as a PDF, from the same model as the page: what was found, where, the marked pages, and on each sheet which
// file, which engine and which rules it speaks of.
import PDFDocument from "pdfkit";
import type { Shot } from "../../saves.ts";
import { facesFor } from "./faces.ts";
import { type Opened, shotName } from "./frame.ts";
import { addFaces, setText } from "./lettering.ts";
import type { Box, Crop, Finding, Grade, Mark, Place, Report, Size } from "./model.ts";
import { type Drawn, openedPages } from "./standalone.tsx";
import type { Sides } from "./titles.ts";
import { bytesOf, classWords, GRADES, momentOf } from "./words.ts";

const MARGIN = 50;
const FOOT = 42;
/** As on the page: a grade is told by its word and its shape, the colour comes on top. */
const COLOURS: Record<Grade, string> = { high: "#b3151c", medium: "#8a4b00", low: "#0b5394", note: "#56606a" };
const WAS = "#b3151c";
const IS = "#166534";
const SOFT = "#56606a";
const INK = "#1a1e22";

type Sheet = InstanceType<typeof PDFDocument>;
type Pictures = Map<string, Drawn>;

export async function reportPdf(report: Report, pictures: Pictures): Promise<Buffer> {
  const info = { Title: `Report: ${report.document.file.name}`, CreationDate: new Date(report.document.created_at) };
  const sheet = new PDFDocument({ size: "A4", margin: MARGIN, bufferPages: true, info, lang: "en" });
  const whole = collect(sheet);
  addFaces(sheet, await facesFor([JSON.stringify(report)]));
  head(sheet, report);
  if (report.document.status === "completed") {
    findings(sheet, report, pictures);
    for (const opened of openedPages(report)) page(sheet, report, pictures, opened);
    past(sheet, report);
  }
  foot(sheet, report);
  sheet.end();
  return whole;
}

function collect(sheet: Sheet): Promise<Buffer> {
  const parts: Buffer[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  sheet.on("data", (part: Buffer) => parts.push(part));
  sheet.on("end", () => resolve(Buffer.concat(parts))).on("error", reject);
  return promise;
}

function line(sheet: Sheet, text: string, size: number, colour = INK, bold = false): void {
  setText(sheet, text, { bold, size, colour });
}

function title(sheet: Sheet, text: string): void {
  // A heading at the foot of a sheet belongs to what follows on the next.
  if (sheet.y > sheet.page.height - 140) sheet.addPage();
  sheet.moveDown(1);
  line(sheet, text, 13, INK, true);
  sheet.moveDown(0.3);
}

function head(sheet: Sheet, { document, headline, kind, findings }: Report): void {
  const colour = kind === "tampered" ? COLOURS.high : kind === "suspicious" ? COLOURS.medium : INK;
  const score = document.score === null ? "" : `   ${document.score} of 100 (0 edited, 100 intact)`;
  line(sheet, `${headline.word.toUpperCase()}${score}`, 12, colour, true);
  sheet.moveDown(0.3);
  line(sheet, headline.sentence, 17, INK, true);
  sheet.moveDown(0.4);
  if (document.error) line(sheet, document.error.message, 10.5);
  const summary = document.summary?.replace(headline.sentence, "").trim();
  if (summary) line(sheet, summary, 10.5);
  sheet.moveDown(0.3);
  line(sheet, `What to do: ${headline.advice}`, 10.5);
  sheet.moveDown(0.3);
  const { file } = document;
  const pages = file.pages === null ? null : `${file.pages} page${file.pages === 1 ? "" : "s"}`;
  const facts = [file.name, pages, classWords(file.document_class), bytesOf(file.size_bytes)];
  facts.push(`checked ${momentOf(document.created_at)}`, document.external_id && `reference ${document.external_id}`);
  line(sheet, facts.filter(Boolean).join(" · "), 9.5, SOFT);
  line(
    sheet,
    `${findings.filter(({ counted, under }) => counted && under === null).length} findings count.`,
    9.5,
    SOFT,
  );
}

function findings(sheet: Sheet, report: Report, pictures: Pictures): void {
  title(sheet, "Findings");
  if (report.findings.length === 0) line(sheet, "Nothing was found that speaks of editing.", 10.5);
  for (const finding of report.findings) findingOf(sheet, finding, pictures);
}

/** Places of one finding that are printed; the JSON has them all. */
const PLACES = 10;

function findingOf(
  sheet: Sheet,
  { number, grade, counted, under, title, places, honestCause, sides }: Finding,
  pictures: Pictures,
): void {
  if (sheet.y > sheet.page.height - 110) sheet.addPage();
  sheet.moveDown(0.6);
  line(sheet, `${number}. ${title} (${counted ? GRADES[grade] : "not counted"})`, 11, COLOURS[grade], true);
  if (under !== null)
    line(sheet, `Of the same cause as finding ${under}${counted ? ", and counted once with it" : ""}.`, 9.5, SOFT);
  for (const place of places.slice(0, PLACES)) placeOf(sheet, place, sides, pictures);
  if (places.length > PLACES) line(sheet, `and ${places.length - PLACES} more places`, 9.5, SOFT);
  if (honestCause) line(sheet, `Honest files that look the same: ${honestCause}`, 9.5, SOFT);
}

function placeOf(sheet: Sheet, place: Place, sides: Sides, pictures: Pictures): void {
  const { page, field, oldValue, newValue, evidence, before, now, shownAt } = place;
  const told = [
    oldValue === null ? null : `${sides.old} “${oldValue}”`,
    newValue === null ? null : `${sides.now} “${newValue}”`,
  ];
  const values = told.filter((value) => value !== null).join(", ");
  const where = page === null ? "Whole file" : `Page ${page}`;
  line(sheet, [where, [field, values].filter(Boolean).join(": ")].filter(Boolean).join(" · "), 10.5);
  if (shownAt !== null) line(sheet, `The place shown at finding ${shownAt}.`, 9.5, SOFT);
  else {
    if (before) crop(sheet, before, pictures, `Before (save ${before.shot.save})`, WAS);
    if (now) crop(sheet, now, pictures, "Now", IS);
  }
  if (evidence) line(sheet, evidence, 9.5, SOFT);
}

function crop(
  sheet: Sheet,
  { shot, sheet: size, window, box }: Crop,
  pictures: Pictures,
  label: string,
  colour: string,
): void {
  const width = sheet.page.width - 2 * MARGIN;
  const scale = Math.min(1.3, width / window.width);
  const height = Math.min(window.height * scale, 260);
  if (sheet.y + height > sheet.page.height - MARGIN - 30) sheet.addPage();
  line(sheet, label, 8.5, SOFT);
  const [x, y] = [MARGIN, sheet.y];
  sheet
    .save()
    .rect(x, y, window.width * scale, height)
    .clip();
  place(sheet, shot, size, pictures, x - window.x * scale, y - window.y * scale, scale);
  outline(sheet, box, x - window.x * scale, y - window.y * scale, scale, colour);
  sheet.restore();
  sheet
    .rect(x, y, window.width * scale, height)
    .lineWidth(0.5)
    .stroke(SOFT);
  sheet.x = MARGIN;
  sheet.y = y + height + 4;
}

/** The whole picture of a page at this corner; says where there is none. */
function place(sheet: Sheet, shot: Shot, size: Size, pictures: Pictures, x: number, y: number, scale: number): void {
  const drawn = pictures.get(shotName(shot));
  if (drawn && "png" in drawn) {
    sheet.image(Buffer.from(drawn.png), x, y, { width: size.width * scale, height: size.height * scale });
  }
}

function outline(
  sheet: Sheet,
  { x, y, width, height }: Box,
  left: number,
  top: number,
  scale: number,
  colour: string,
): void {
  sheet
    .rect(left + x * scale - 1, top + y * scale - 1, width * scale + 2, height * scale + 2)
    .lineWidth(1)
    .stroke(colour);
}

function page(sheet: Sheet, report: Report, pictures: Pictures, { now, before, save, change }: Opened): void {
  sheet.addPage();
  line(
    sheet,
    now.save === null ? `Page ${now.page} as it stands` : `Page ${now.page} after save ${now.save}`,
    12,
    INK,
    true,
  );
  if (change && change.words.length > 0) line(sheet, `Save ${save}: ${change.words.slice(0, 6).join("; ")}`, 9.5);
  const sides = before ? 2 : 1;
  const top = sheet.y + 8;
  const room = { width: (sheet.page.width - 2 * MARGIN - 12) / sides, height: sheet.page.height - top - MARGIN - 12 };
  const marks = now.save === null ? (report.pages[now.page - 1]?.marks ?? []) : [];
  if (before) side(sheet, report, pictures, before, MARGIN, top, room, change?.before ?? [], []);
  const left = before ? MARGIN + room.width + 12 : MARGIN;
  side(sheet, report, pictures, now, left, top, room, change?.after ?? [], marks);
}

function side(
  sheet: Sheet,
  report: Report,
  pictures: Pictures,
  shot: Shot,
  left: number,
  top: number,
  room: Size,
  changed: Box[],
  marks: Mark[],
): void {
  const size = shot.save === null ? report.pages[shot.page - 1]?.sheet : report.earlier.get(shot.save)?.[shot.page - 1];
  if (!size) return;
  const scale = Math.min(room.width / size.width, room.height / size.height);
  place(sheet, shot, size, pictures, left, top, scale);
  const drawn = pictures.get(shotName(shot));
  if (drawn && "problem" in drawn) {
    const note = `The page cannot be shown: ${drawn.problem} The marks stand on a blank page.`;
    const corner = { x: left + 8, y: top + 8, width: room.width - 16 };
    setText(sheet, note, { size: 9, colour: SOFT }, corner);
  }
  sheet
    .rect(left, top, size.width * scale, size.height * scale)
    .lineWidth(0.5)
    .stroke(SOFT);
  for (const box of changed) outline(sheet, box, left, top, scale, marks.length > 0 ? IS : WAS);
  const told = new Map<string, number>();
  for (const { box, grade, finding } of marks) {
    outline(sheet, box, left, top, scale, COLOURS[grade]);
    const key = `${Math.round(box.x)} ${Math.round(box.y)}`;
    const shift = told.get(key) ?? 0;
    told.set(key, shift + 1);
    const [x, y] = [left + (box.x + box.width) * scale + 7 + shift * 13, top + box.y * scale];
    sheet.circle(x, y, 6).fill(COLOURS[grade]);
    sheet
      .font("Helvetica-Bold")
      .fontSize(7)
      .fillColor("#fff")
      .text(`${finding}`, x - 6, y - 2.6, { width: 12, align: "center" });
  }
  sheet.x = MARGIN;
}

function past(sheet: Sheet, { origin, saves, savesNote, seals, coverage }: Report): void {
  sheet.addPage();
  title(sheet, "Where it comes from");
  for (const text of origin) line(sheet, `• ${text}`, 10);
  title(sheet, "History");
  if (savesNote) line(sheet, savesNote, 10);
  for (const { number, deeds, dates, writer, pages } of saves.slice(0, 60)) {
    line(sheet, `Save ${number}: ${[deeds, writer && `by ${writer}`, ...dates].filter(Boolean).join(" · ")}`, 10);
    for (const { page, words } of pages.slice(0, 10))
      line(sheet, `   Page ${page}: ${words.slice(0, 6).join("; ")}`, 9.5, SOFT);
  }
  title(sheet, "Signatures");
  if (seals.length === 0) line(sheet, "None.", 10);
  for (const { title: kind, signer, time, answers } of seals) {
    line(sheet, `${kind}: ${signer}${time === null ? "" : `, ${time}`}`, 10.5, INK, true);
    for (const { question, axis } of answers) line(sheet, `${question} ${axis.words}`, 9.5);
    sheet.moveDown(0.4);
  }
  title(sheet, "What was looked at");
  for (const { what, words, applied } of coverage) line(sheet, `${applied ? "yes" : "no"}   ${what}: ${words}`, 10);
}

/** On every sheet: which file this speaks of, by whom and by which rules it was judged. */
function foot(sheet: Sheet, { document }: Report): void {
  const { start, count } = sheet.bufferedPageRange();
  const { version, rules_revision } = document.engine ?? { version: null, rules_revision: null };
  for (let index = start; index < start + count; index++) {
    sheet.switchToPage(index);
    // Text below the margin would otherwise begin a new sheet.
    sheet.page.margins.bottom = 0;
    const text = `SHA-256 ${document.file.sha256}\nengine ${version ?? "unknown"}, rules ${rules_revision ?? "unknown"} · sheet ${index + 1} of ${count}`;
    sheet.font("Helvetica").fontSize(7.5).fillColor(SOFT);
    sheet.text(text, MARGIN, sheet.page.height - FOOT, { width: sheet.page.width - 2 * MARGIN, lineBreak: true });
  }
}
