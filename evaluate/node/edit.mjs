// Edits finished files with pdf-lib; the argument names a JSON file of jobs.

import { readFileSync, writeFileSync } from "node:fs";
import fontkit from "@pdf-lib/fontkit";
import { PDFDocument, rgb, StandardFonts } from "pdf-lib";

const color = (hex) => rgb(...[1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255));

// White box and new text in the Helvetica that needs no font file.
async function cover(pdf, { edits }) {
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const edit of edits) {
    const page = pdf.getPage(edit.page - 1);
    const [x0, y0, x1, y1] = edit.area;
    page.drawRectangle({ x: x0, y: y0, width: x1 - x0, height: y1 - y0, color: color(edit.background) });
    page.drawText(edit.text, { x: edit.x, y: edit.y, size: edit.size, font, color: color(edit.color) });
  }
}

async function fill(pdf, { values }) {
  for (const [name, value] of Object.entries(values)) pdf.getForm().getTextField(name).setText(value);
}

async function watermark(pdf, { text }) {
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const page of pdf.getPages()) {
    page.drawText(text, { x: 40, y: page.getHeight() - 24, size: 8, font, color: color("#888888") });
  }
}

const actions = { cover, fill, watermark };
for (const job of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  const pdf = await PDFDocument.load(readFileSync(job.in), { updateMetadata: false });
  pdf.registerFontkit(fontkit);
  await actions[job.action](pdf, job);
  writeFileSync(job.out, await pdf.save());
}
