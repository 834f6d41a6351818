// Draws documents with one of the JavaScript libraries; the argument names a JSON file of jobs.

import { once } from "node:events";
import { createWriteStream, readFileSync, writeFileSync } from "node:fs";
import fontkit from "@pdf-lib/fontkit";
import { jsPDF } from "jspdf";
import { PDFDocument, rgb } from "pdf-lib";
import PDFKit from "pdfkit";
import pdfmake from "pdfmake";

const channels = (color) => [1, 3, 5].map((i) => Number.parseInt(color.slice(i, i + 2), 16));
const shares = { left: 0, center: 0.5, right: 1 };

async function withPdfKit({ sheet, out }) {
  const size = [sheet.width, sheet.height];
  const pdf = new PDFKit({ size, margin: 0, info: { Title: sheet.title, Author: sheet.author }, autoFirstPage: false });
  const file = createWriteStream(out);
  pdf.pipe(file);
  for (const page of sheet.pages) {
    pdf.addPage({ size, margin: 0 });
    for (const item of page.items) {
      if (item.kind === "text") {
        pdf
          .font(item.bold ? sheet.bold : sheet.regular)
          .fontSize(item.size)
          .fillColor(item.color);
        const x = item.x - pdf.widthOfString(item.text) * shares[item.align];
        pdf.text(item.text, x, sheet.height - item.y, { lineBreak: false, baseline: "alphabetic" });
      } else if (item.kind === "line") {
        pdf
          .lineWidth(item.width)
          .moveTo(item.x1, sheet.height - item.y1)
          .lineTo(item.x2, sheet.height - item.y2)
          .stroke(item.color);
      } else if (item.kind === "fill") {
        pdf.rect(item.x, sheet.height - item.y - item.h, item.w, item.h).fill(item.color);
      }
    }
  }
  pdf.end();
  await once(file, "finish");
}

function flow(block, style) {
  const text = (cell, more = {}) => ({ text: cell, ...more });
  switch (block.type) {
    case "heading":
      return text(block.text, { fontSize: block.size, bold: true, color: style.accent, margin: [0, 0, 0, 8] });
    case "lines":
      return {
        stack: block.lines.map((line) => text(line || " ")),
        alignment: block.align,
        color: block.color ?? "#222222",
        ...(block.size ? { fontSize: block.size } : {}),
      };
    case "pairs":
      return { layout: "noBorders", table: { widths: [150, "*"], body: block.rows } };
    case "paragraph":
      return text(block.runs.join(""), { margin: [0, 0, 0, 6] });
    case "table": {
      const total = block.columns.reduce((sum, [, , share]) => sum + share, 0);
      const head = block.columns.map(([title, alignment]) =>
        text(title, { alignment, bold: true, color: "#ffffff", fillColor: style.accent }),
      );
      const rows = block.rows.map(([cells, bold]) =>
        cells.map((cell, i) => text(cell, { alignment: block.columns[i][1], bold })),
      );
      // The cells' own padding takes nine points of each column.
      const widths = block.columns.map(([, , share]) => (share / total) * (style.room - 9 * block.columns.length));
      return {
        layout: style.grid ? "lightHorizontalLines" : "noBorders",
        table: { headerRows: 1, widths, body: [head, ...rows] },
      };
    }
    case "break":
      return text(" ", { fontSize: 1, pageBreak: "after" });
    case "gap":
      return text(" ", { fontSize: Math.max(1, block.height * 0.7) });
    default:
      return text(`${block.label} ........................................`);
  }
}

async function withPdfMake({ sheet, blocks, style, out }) {
  pdfmake.setFonts({
    Body: { normal: sheet.regular, bold: sheet.bold, italics: sheet.regular, bolditalics: sheet.bold },
  });
  const room = sheet.width - 112;
  const definition = {
    pageSize: { width: sheet.width, height: sheet.height },
    pageMargins: 56,
    info: { title: sheet.title, author: sheet.author },
    defaultStyle: { font: "Body", fontSize: style.size, color: "#222222" },
    content: blocks.map((block) => flow(block, { ...style, room })),
  };
  await pdfmake.createPdf(definition).write(out);
}

async function withJsPdf({ sheet, out }) {
  const pdf = new jsPDF({ unit: "pt", format: [sheet.width, sheet.height], compress: true });
  pdf.setProperties({ title: sheet.title, author: sheet.author });
  for (const [style, path] of [
    ["normal", sheet.regular],
    ["bold", sheet.bold],
  ]) {
    pdf.addFileToVFS(`${style}.ttf`, readFileSync(path).toString("base64"));
    pdf.addFont(`${style}.ttf`, "Body", style);
  }
  sheet.pages.forEach((page, n) => {
    if (n > 0) pdf.addPage([sheet.width, sheet.height]);
    for (const item of page.items) {
      if (item.kind === "text") {
        pdf
          .setFont("Body", item.bold ? "bold" : "normal")
          .setFontSize(item.size)
          .setTextColor(item.color);
        pdf.text(item.text, item.x, sheet.height - item.y, { align: item.align });
      } else if (item.kind === "line") {
        pdf
          .setLineWidth(item.width)
          .setDrawColor(item.color)
          .line(item.x1, sheet.height - item.y1, item.x2, sheet.height - item.y2);
      } else if (item.kind === "fill") {
        pdf.setFillColor(item.color).rect(item.x, sheet.height - item.y - item.h, item.w, item.h, "F");
      }
    }
  });
  writeFileSync(out, Buffer.from(pdf.output("arraybuffer")));
}

async function withPdfLib({ sheet, out }) {
  const pdf = await PDFDocument.create();
  pdf.registerFontkit(fontkit);
  pdf.setTitle(sheet.title);
  pdf.setAuthor(sheet.author);
  const faces = await Promise.all(
    [sheet.regular, sheet.bold].map((path) => pdf.embedFont(readFileSync(path), { subset: true })),
  );
  for (const { items } of sheet.pages) {
    const page = pdf.addPage([sheet.width, sheet.height]);
    for (const item of items) {
      const color = item.color && rgb(...channels(item.color).map((c) => c / 255));
      if (item.kind === "text") {
        const font = faces[item.bold ? 1 : 0];
        const x = item.x - font.widthOfTextAtSize(item.text, item.size) * shares[item.align];
        page.drawText(item.text, { x, y: item.y, size: item.size, font, color });
      } else if (item.kind === "line") {
        page.drawLine({
          start: { x: item.x1, y: item.y1 },
          end: { x: item.x2, y: item.y2 },
          thickness: item.width,
          color,
        });
      } else if (item.kind === "fill") {
        page.drawRectangle({ x: item.x, y: item.y, width: item.w, height: item.h, color });
      } else {
        pdf
          .getForm()
          .createTextField(item.name)
          .addToPage(page, { x: item.x, y: item.y, width: item.w, height: item.h });
      }
    }
  }
  writeFileSync(out, await pdf.save());
}

const libraries = { pdfkit: withPdfKit, pdfmake: withPdfMake, jspdf: withJsPdf, "pdf-lib": withPdfLib };
for (const job of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  await libraries[job.library](job);
}
