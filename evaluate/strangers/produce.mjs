// Prints a document (JSON on the standard input) with @react-pdf/renderer: `node produce.mjs react-pdf OUT`.
import { text as read } from "node:stream/consumers";
import { Document, Page, renderToFile, StyleSheet, Text, View } from "@react-pdf/renderer";
import { createElement as h } from "react";

const styles = StyleSheet.create({
  page: { padding: 40, fontSize: 10 },
  row: { flexDirection: "row" },
  head: { fontFamily: "Helvetica-Bold" },
  number: { flex: 1, textAlign: "right" },
  words: { flex: 1 },
});

const [program, out] = process.argv.slice(2);
if (program !== "react-pdf") throw new Error(`No such program: ${program}`);
const { heading, lines, table, closing } = JSON.parse(await read(process.stdin));
const numbers = Math.max(1, table.heads.length - 2);
const cell = (text, at) => h(Text, { key: at, style: at >= numbers ? styles.number : styles.words }, text);
const row = (style) => (cells, at) =>
  h(View, { key: `${style}${at}`, style: [styles.row, style], wrap: false }, cells.map(cell));
const line = (text, at) => h(Text, { key: at }, text);
await renderToFile(
  h(
    Document,
    {},
    h(
      Page,
      { size: "A4", style: styles.page },
      h(Text, { style: { fontSize: 16 } }, heading),
      ...lines.map(line),
      row(styles.head)(table.heads, 0),
      ...table.rows.map(row({})),
      ...table.feet.map(row(styles.head)),
      ...closing.map(line),
      h(Text, {
        fixed: true,
        style: { position: "absolute", bottom: 20, left: 40 },
        render: ({ pageNumber, totalPages }) => `${pageNumber} / ${totalPages}`,
      }),
    ),
  ),
  out,
);
