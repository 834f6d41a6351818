// Writes PDF files of any size, each growing in one way only: pages, objects, saves, text, or what else one names.

export type Kind = (typeof kinds)[number];
export const kinds = ["pages", "objects", "object-stream", "saves", "text", "forms", "annotations", "fonts"] as const;

class Writer {
  private parts: string[] = ["%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n"];
  private length = (this.parts[0] ?? "").length;
  private offsets = new Map<number, number>();
  private previous: number | undefined;
  private size = 0;

  object(number: number, body: string): void {
    this.offsets.set(number, this.length);
    this.size = Math.max(this.size, number + 1);
    this.write(`${number} 0 obj\n${body}\nendobj\n`);
  }

  stream(number: number, entries: string, data: string): void {
    this.object(number, `<<${entries}/Length ${data.length}>>\nstream\n${data}\nendstream`);
  }

  /** Ends a save with a table of the objects written in it. */
  save(): void {
    const start = this.length;
    const numbers = [...this.offsets.keys()].sort((a, b) => a - b);
    let table = "xref\n0 1\n0000000000 65535 f \n";
    for (let index = 0; index < numbers.length; ) {
      let end = index + 1;
      while (numbers[end] === (numbers[end - 1] ?? 0) + 1) end++;
      const run = numbers.slice(index, end);
      const rows = run.map((number) => `${String(this.offsets.get(number)).padStart(10, "0")} 00000 n \n`);
      table += `${numbers[index]} ${run.length}\n${rows.join("")}`;
      index = end;
    }
    const prev = this.previous === undefined ? "" : `/Prev ${this.previous}`;
    this.write(`${table}trailer\n<</Size ${this.size}/Root 1 0 R${prev}>>\nstartxref\n${start}\n%%EOF\n`);
    this.previous = start;
    this.offsets.clear();
  }

  /** Ends the file with a cross-reference stream; `packed` are the numbers of the objects in stream `holder`. */
  saveStream(number: number, holder: number, packed: number[]): void {
    const start = this.length;
    this.offsets.set(number, start);
    const size = Math.max(number, ...packed) + 1;
    const rows = new Map<number, [number, number, number]>([[0, [0, 0, 255]]]);
    for (const [object, offset] of this.offsets) rows.set(object, [1, offset, 0]);
    for (const [index, object] of packed.entries()) rows.set(object, [2, holder, index]);
    let data = "";
    for (let object = 0; object < size; object++) {
      const [type, second, third] = rows.get(object) ?? [0, 0, 0];
      data += String.fromCharCode(type, ...bytes(second, 4), ...bytes(third, 3));
    }
    const entries = `/Type/XRef/W[1 4 3]/Size ${size}/Root 1 0 R`;
    this.write(`${number} 0 obj\n<<${entries}/Length ${data.length}>>\nstream\n${data}\nendstream\nendobj\n`);
    this.write(`startxref\n${start}\n%%EOF\n`);
  }

  bytes(): Buffer {
    return Buffer.from(this.parts.join(""), "latin1");
  }

  private write(text: string): void {
    this.parts.push(text);
    this.length += text.length;
  }
}

function bytes(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => Math.floor(value / 256 ** (count - 1 - index)) % 256);
}

const line = (index: number) => {
  const [day, amount] = [String(1 + (index % 28)).padStart(2, "0"), (1000 + index * 7.31).toFixed(2)];
  return `1 0 0 1 50 ${780 - (index % 60) * 12} Tm (${day}.03.2026 Transfer no. ${index}) Tj 350 0 Td (${amount}) Tj\n`;
};

const lines = (from: number, count: number) =>
  `BT /F1 9 Tf\n${Array.from({ length: count }, (_, index) => line(from + index)).join("")}ET`;

const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";
const page = (contents: number, more = "") =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${contents} 0 R/Resources<</Font<</F1 3 0 R>>${more}>>>>`;

/** A file of one page with `count` lines; numbers 1 to 5 are taken. */
function onePage(writer: Writer, count: number, resources = "", annotations = ""): void {
  writer.object(1, "<</Type/Catalog/Pages 2 0 R>>");
  writer.object(2, "<</Type/Pages/Kids[4 0 R]/Count 1>>");
  writer.object(3, font);
  writer.object(4, page(5, resources).replace(/>>$/, `${annotations}>>`));
  writer.stream(5, "", lines(0, count));
}

/** The file of this kind and size. */
export function file(kind: Kind, count: number): Buffer {
  const writer = new Writer();
  const numbers = Array.from({ length: count }, (_, index) => 10 + index);
  if (kind === "pages") {
    writer.object(1, "<</Type/Catalog/Pages 2 0 R>>");
    writer.object(2, `<</Type/Pages/Count ${count}/Kids[${numbers.map((number) => `${2 * number} 0 R`).join(" ")}]>>`);
    writer.object(3, font);
    for (const [index, number] of numbers.entries()) {
      writer.object(2 * number, page(2 * number + 1));
      writer.stream(2 * number + 1, "", lines(index * 50, 50));
    }
  } else if (kind === "text") {
    onePage(writer, count);
  } else if (kind === "forms") {
    onePage(writer, 20, `/XObject<<${numbers.map((number) => `/X${number} ${number} 0 R`).join("")}>>`);
    for (const number of numbers) {
      writer.stream(
        number,
        "/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>",
        lines(number, 1),
      );
    }
    writer.stream(5, "", numbers.map((number) => `/X${number} Do`).join("\n"));
  } else if (kind === "annotations") {
    onePage(writer, 20, "", `/Annots[${numbers.map((number) => `${number} 0 R`).join(" ")}]`);
    for (const number of numbers) {
      const y = 20 + (number % 80) * 10;
      writer.object(
        number,
        `<</Type/Annot/Subtype/Link/Rect[50 ${y} 90 ${y + 9}]/Border[0 0 0]/A<</S/URI/URI(https://a.example/${number})>>>>`,
      );
    }
  } else if (kind === "fonts") {
    onePage(writer, 1, `/Font<<${numbers.map((number) => `/G${number} ${number} 0 R`).join("")}>>`);
    for (const number of numbers) writer.object(number, font.replace("/Encoding", `/Name/G${number}/Encoding`));
    const shown = numbers.map((number) => `/G${number} 9 Tf 1 0 0 1 50 ${20 + (number % 80) * 10} Tm (${number}) Tj`);
    writer.object(
      4,
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 5 0 R/Resources<</Font<<${numbers.map((number) => `/G${number} ${number} 0 R`).join("")}>>>>>>`,
    );
    writer.stream(5, "", `BT ${shown.join("\n")} ET`);
  } else if (kind === "objects") {
    onePage(writer, 20);
    for (const number of numbers)
      writer.object(number, `<</Type/Note/Index ${number}/Next ${number + 1} 0 R/Text(Note ${number})>>`);
  } else if (kind === "object-stream") {
    onePage(writer, 20);
    const bodies = numbers.map((number) => `<</Type/Note/Index ${number}/Text(Note ${number})>>`);
    let offset = 0;
    const heads = bodies.map((body, index) => {
      const head = `${numbers[index]} ${offset}`;
      offset += body.length + 1;
      return head;
    });
    const head = `${heads.join(" ")}\n`;
    writer.stream(6, `/Type/ObjStm/N ${count}/First ${head.length}`, head + bodies.join("\n"));
    writer.saveStream(7, 6, numbers);
    return writer.bytes();
  } else {
    onePage(writer, 20);
    for (const [index, number] of numbers.entries()) {
      writer.save();
      writer.object(number, `<</Type/Note/Index ${number}>>`);
      if (index % 8 === 0) writer.stream(5, "", lines(index, 20));
    }
  }
  writer.save();
  return writer.bytes();
}
