// Text for a terminal: colours when it is one, lines no longer than it is wide, and nothing in it that the terminal
// would obey. File names and evidence come from whoever made the file.
import { stripVTControlCharacters, styleText } from "node:util";
import { escaped, UNSAFE } from "../report/unsafe.ts";

export type Colour = Exclude<Parameters<typeof styleText>[0], readonly unknown[]>;
export type Paint = (colour: Colour | Colour[], text: string) => string;

export type Terminal = { paint: Paint; width: number };

/** `hasColors` honours NO_COLOR, FORCE_COLOR and TERM; it is there only on a terminal. */
export function terminalOf(stream: NodeJS.WriteStream): Terminal {
  const colours = stream.isTTY && stream.hasColors();
  return {
    paint: colours ? (colour, text) => styleText(colour, text, { validateStream: false }) : (_, text) => text,
    width: Math.max(40, Math.min(stream.columns ?? 100, 100)),
  };
}

/** Foreign text on one line, with its unsafe characters made visible. */
export function plain(text: string): string {
  return text.replace(/\s+/g, " ").replace(UNSAFE, escaped);
}

/** JSON that stays the same for a parser and shows a terminal nothing to obey. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(UNSAFE, escaped);
}

/** Breaks `text` at spaces; each line begins with `indent`. Words longer than a line stay whole. */
export function wrap(text: string, width: number, indent: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line && indent.length + shown(line) + 1 + shown(word) > width) {
      lines.push(indent + line);
      line = word;
    } else {
      line = line ? `${line} ${word}` : word;
    }
  }
  return [...lines, indent + line].join("\n");
}

/** Colours take no room. */
function shown(text: string): number {
  return stripVTControlCharacters(text).length;
}

/** Ends the command with `status` when nobody reads on, as in `assay check … | head`. */
export function endWithReader(stream: NodeJS.WriteStream, status: number): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(status);
    throw error;
  });
}
