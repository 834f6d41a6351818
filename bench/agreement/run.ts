// Compares text and places of every word with poppler and MuPDF: `node bench/agreement/run.ts [--words] FILE…`.
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { find, type Match, normal, oneWord, Page, unreadable } from "./compare.ts";
import { type Ours, output, type PageText, readMupdf, readOurs, readPoppler, type Word } from "./readers.ts";

interface Tally {
  words: number;
  text: number;
  place: number;
}

interface Failure {
  file: string;
  page: number;
  reader: string;
  class: string;
  word: Word;
  ours: string;
  third: string;
}

const root = join(import.meta.dirname, "../..");
const program = join(root, "target/release/examples/glyphs");
/** Pages that the engine reads. */
const PAGES = 100;

const listing = process.argv.includes("--words");
const files = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const cache = process.env.AGREEMENT_CACHE;

const tallies = new Map<string, Tally>();
const failures: Failure[] = [];
const files_ = {
  all: 0,
  "read by all": 0,
  "not by ours": 0,
  "not by poppler": 0,
  "not by MuPDF": 0,
  "page counts differ": 0,
};

function count(name: string, match: Match): void {
  const tally = tallies.get(name) ?? { words: 0, text: 0, place: 0 };
  tally.words += 1;
  tally.text += match.text ? 1 : 0;
  tally.place += match.place ? 1 : 0;
  tallies.set(name, tally);
}

/** What another reader says of a file; kept between runs where a folder is named, as it does not change. */
async function peer(name: string, file: string, args: string[]): Promise<string> {
  const kept = cache ? join(cache, `${basename(file)}.${name}`) : undefined;
  if (kept && existsSync(kept)) return readFile(kept, "utf8");
  const [command = "", ...rest] = args;
  const text = (await output(command, rest)) ?? "";
  if (kept) await writeFile(kept, text);
  return text;
}

/** Why a word is not found on our page. */
function classOf(word: Word, match: Match, third: Match): string {
  const theirs = unreadable(word.text);
  const nothing = match.instead === "";
  const unread = unreadable(match.instead);
  const who = third.text ? "third reads as they do" : "third reads otherwise";
  if (theirs) return "they read no character";
  if (match.text) return `place differs, ${third.place ? "third stands where they do" : "third stands elsewhere"}`;
  if (nothing) return `nothing there, ${who}`;
  if (unread) return `we read no character, ${who}`;
  return `characters differ, ${who}`;
}

function comparePage(file: string, number: number, ours: PageText, poppler: PageText, mupdf: PageText): void {
  const pages = { ours: new Page(ours), poppler: new Page(poppler), mupdf: new Page(mupdf) };
  const wholes = Map.groupBy(ours.words, (word) => normal(word.text));
  for (const [reader, words, third] of [
    ["poppler", poppler.words, pages.mupdf],
    ["MuPDF", mupdf.words, pages.poppler],
  ] as const) {
    for (const word of words) {
      if (normal(word.text) === "") continue;
      const match = find(word, pages.ours);
      count(`${reader}'s words in ours`, match);
      const alike = wholes.get(normal(word.text)) ?? [];
      count(`${reader}'s words in ours, divided alike`, oneWord(word, alike));
      if (!unreadable(word.text)) count(`${reader}'s words in ours, where it reads them`, match);
      const other = find(word, third, false);
      count(`${reader}'s words in ${reader === "MuPDF" ? "poppler" : "MuPDF"}`, other);
      if (other.text) count(`${reader}'s words in ours, where the third reads them too`, match);
      if (other.place) count(`${reader}'s words in ours, where the third has them at the same place`, match);
      if (!match.place) {
        const kind = classOf(word, match, other);
        failures.push({ file, page: number, reader, class: kind, word, ours: match.instead, third: other.instead });
      }
    }
  }
  for (const word of ours.words) {
    if (normal(word.text) === "" || unreadable(word.text)) continue;
    count("our words in poppler (text)", find(word, pages.poppler));
    count("our words in MuPDF (text)", find(word, pages.mupdf));
  }
}

async function compareFile(file: string): Promise<void> {
  files_.all += 1;
  const [own, bbox, stext] = await Promise.all([
    output(program, [file]),
    peer("poppler", file, ["pdftotext", "-l", String(PAGES), "-bbox", file, "-"]),
    peer("mupdf", file, ["mutool", "draw", "-F", "stext", "-o", "-", file, `1-${PAGES}`]),
  ]);
  const ours: Ours = readOurs(own ?? "");
  const poppler = readPoppler(bbox);
  const mupdf = readMupdf(stext, ours.frames);
  if (ours.pages.length === 0) files_["not by ours"] += poppler.length > 0 || mupdf.length > 0 ? 1 : 0;
  else if (poppler.length === 0) files_["not by poppler"] += 1;
  else if (mupdf.length === 0) files_["not by MuPDF"] += 1;
  else if (Math.min(ours.pages.length, PAGES) !== poppler.length || poppler.length !== mupdf.length) {
    files_["page counts differ"] += 1;
  } else {
    files_["read by all"] += 1;
    for (const [index, page] of poppler.entries()) {
      const [first, second] = [ours.pages[index], mupdf[index]];
      if (first && second) comparePage(basename(file, ".pdf"), index + 1, first, page, second);
    }
  }
}

function report(): void {
  console.log(JSON.stringify(files_));
  const share = (part: number, all: number) => `${((100 * part) / all).toFixed(3)} %`;
  for (const [name, { words, text, place }] of [...tallies].sort()) {
    console.log(`${name}: ${words} words, text ${share(text, words)}, text within 1 pt ${share(place, words)}`);
  }
  const classes = Map.groupBy(failures, (failure) => `${failure.reader}: ${failure.class}`);
  for (const [name, all] of [...classes].sort((a, b) => b[1].length - a[1].length)) {
    const byFile = [...Map.groupBy(all, ({ file }) => file)].sort((a, b) => b[1].length - a[1].length);
    const most = byFile.slice(0, 12).map(([file, list]) => `${file.slice(0, 8)}:${list.length}`);
    console.log(`${all.length}\t${name}\t${byFile.length} files\t${most.join(" ")}`);
  }
  if (listing) {
    for (const { file, page, reader, class: kind, word, ours, third } of failures) {
      const area = word.box.map((value) => value.toFixed(1)).join(" ");
      console.log(["word", file, page, reader, kind, area, word.text, ours, third].join("\t"));
    }
  }
}

if (cache) await mkdir(cache, { recursive: true });
for (const file of files) await compareFile(file);
report();
