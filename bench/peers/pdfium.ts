// PDFium (WebAssembly) over the files named, in one process: one line a file, milliseconds, tab, path.
import { readFileSync } from "node:fs";
import { PDFiumLibrary } from "@hyzyla/pdfium";

const library = await PDFiumLibrary.init();
for (const file of process.argv.slice(2)) {
  const bytes = readFileSync(file);
  const start = performance.now();
  try {
    const document = await library.loadDocument(bytes);
    for (const page of document.pages()) page.getText();
    document.destroy();
  } catch {
    // A file it refuses costs what it costs.
  }
  console.log(`${performance.now() - start}\t${file}`);
}
