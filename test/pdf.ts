// Small PDF files made here, for tests that need a file and not a forgery.

/** A file of `pages` pages with a line of text on each; `text` makes it differ from others. */
export function pdf({ text = "Opening balance 1,250.00", pages = 1 }: { text?: string; pages?: number } = {}): Buffer {
  const kids = Array.from({ length: pages }, (_, index) => `${4 + index * 2} 0 R`);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${pages} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ];
  for (let index = 0; index < pages; index++) {
    const content = `BT /F1 12 Tf 72 720 Td (${text}, page ${index + 1}) Tj ET`;
    const resources = "<< /Font << /F1 3 0 R >> >>";
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources ${resources} /Contents ${5 + index * 2} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  }
  return assemble(objects);
}

/** A file that opens with a password only: neither entry fits the empty one (ISO 32000-2, 7.6.4). */
export function lockedPdf(): Buffer {
  const entry = "5a".repeat(32);
  const id = "00112233445566778899aabbccddeeff";
  const encrypt = `/ID [<${id}> <${id}>] /Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <${entry}> /U <${entry}> >>`;
  return Buffer.from(pdf().toString("latin1").replace("/Root 1 0 R", `/Root 1 0 R ${encrypt}`), "latin1");
}

/** Objects numbered from 1, the first of them the catalogue, behind a header and before a table that fits. */
function assemble(objects: string[]): Buffer {
  let file = "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join("")}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}
