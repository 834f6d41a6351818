// The programs that are measured, each with what it does to a file.
import { execFileSync } from "node:child_process";
import { join } from "node:path";

export interface Tool {
  name: string;
  command: (file: string) => string[];
}

export const root = join(import.meta.dirname, "..");
export const stages = join(root, "target/release/examples/stages");

/** One process a file. */
export const cold: Tool[] = [
  { name: "ours: parse", command: (file) => [stages, "parse", file] },
  { name: "ours: content", command: (file) => [stages, "content", file] },
  { name: "ours: analyze", command: (file) => [stages, "analyze", file] },
  { name: "qpdf --check", command: (file) => ["qpdf", "--check", file] },
  { name: "mutool trace", command: (file) => ["mutool", "trace", file] },
  { name: "pdftotext -bbox", command: (file) => ["pdftotext", "-bbox", file, "/dev/null"] },
];

/** One process for all files, which prints the time of each. */
export const warm: { name: string; command: string[]; unit: number }[] = [
  ...["parse", "content", "analyze"].map((stage) => ({
    name: `ours: ${stage}`,
    command: [stages, "--warm", "1", stage],
    unit: 1e-9,
  })),
  { name: "PDFium text", command: [process.execPath, join(root, "bench/peers/pdfium.ts")], unit: 1e-3 },
  { name: "pdf.js text", command: [process.execPath, join(root, "bench/peers/pdfjs.ts")], unit: 1e-3 },
];

/** Builds ours, and installs the peers where the machine has none. */
export function prepare(): void {
  execFileSync("cargo", ["build", "--release", "--package", "assay-forensics", "--example", "stages"], {
    cwd: root,
    stdio: "inherit",
  });
  const missing = ["qpdf", "mutool", "pdftotext", "time"].filter((program) => {
    try {
      execFileSync("which", [program]);
      return false;
    } catch {
      return true;
    }
  });
  if (missing.length > 0) {
    const packages = ["qpdf", "mupdf-tools", "poppler-utils", "time"];
    execFileSync("apt-get", ["install", "-y", "--no-install-recommends", ...packages], { stdio: "inherit" });
  }
}
