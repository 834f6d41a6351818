// The command `assay signatures`: who signed a file and when, what each signature covers, what came after it. Reads
// through the same pool of engine processes as `assay check`.
import { StartError } from "../errors.ts";
import { endOfSigned } from "../saves/earlier.ts";
import type { Signatures } from "../signed.ts";
import { readArguments, refusal } from "../terminal/arguments.ts";
import { EARLIER_OPTIONS, readWanted, type Wanted, writeEarlier } from "../terminal/earlier.ts";
import { startEngine } from "../terminal/engine.ts";
import { type Found, findFiles } from "../terminal/files.ts";
import { readMoment } from "../terminal/moment.ts";
import { endWithReader, plain, plainJson, terminalOf } from "../terminal/terminal.ts";
import { readTrustList } from "../trust-list.ts";
import { render } from "./render.ts";

const HELP = `Usage: assay signatures FILE... [options]

Tells who signed PDF files and when, what each signature covers, and what came after it; or writes
the file as it was when one of them was made.

  FILE            a file, or a folder: it is searched for *.pdf and for files that begin like a PDF
  --json          one JSON object per file and line
  --trust PATH    the roots that count for signers: a PEM file, or a folder of such files
  --received TIME when the files came: a day, or a time with its zone (2026-03-01T09:30:00Z); signers are
                  judged at that time unless a trusted time stamp proves another, and without it at the
                  time they claim
  --save N        writes the file as signature N covers it, counted from 1 as they are told; needs --out
  --out FILE      where it goes; a file that is there already is not written over
  --help          this text

Exit status:
  0  every signature holds, and nothing but what it allows came after it; or there is none
  1  a signature is broken or was taken off, or something came after it that it does not allow
  2  at least one file could not be read, whatever the others are, or what --save asks for not written
`;

/** Trouble outweighs a finding, as in \`assay check\`. */
const HOLDS = 0;
const DOES_NOT = 1;
const NOT_READ = 2;

const OPTIONS = {
  json: { type: "boolean", default: false },
  trust: { type: "string" },
  received: { type: "string" },
  ...EARLIER_OPTIONS,
} as const;

type Options = { json: boolean; trust: Uint8Array[] | undefined; received: Date | undefined };

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments("signatures", args, OPTIONS);
  if (values.help) {
    process.stdout.write(HELP);
    return HOLDS;
  }
  if (positionals.length === 0) throw refusal("signatures", "Name at least one file or folder");
  const wanted = readWanted("signatures", values);
  if (wanted && positionals.length > 1) throw refusal("signatures", "Name one file only with --save");
  const received = values.received === undefined ? undefined : readMoment(values.received, "--received");
  endWithReader(process.stdout, NOT_READ);
  const trust = values.trust === undefined ? undefined : await readTrustList(values.trust, "--trust");
  const found = await findFiles(positionals);
  if (wanted) return saveOne(found, wanted);
  return readAll(found, { json: values.json, trust, received });
}

/** Writes the file as a signature covers it. */
async function saveOne([file, ...others]: Found[], { number, out }: Wanted): Promise<number> {
  if (!file || others.length > 0) throw refusal("signatures", "--save needs a file, not a folder");
  if ("problem" in file) throw new StartError(`${plain(file.path)} ${file.problem}.`);
  const engine = await startEngine({ size: 1 });
  try {
    const end = endOfSigned(await engine.signatures(file.path), number);
    return (await writeEarlier(file.path, end, out)) ? HOLDS : NOT_READ;
  } finally {
    await engine.close();
  }
}

/** One file after the other: signatures are read in milliseconds. */
async function readAll(found: Found[], { json, trust, received }: Options): Promise<number> {
  const engine = await startEngine({ size: 1, ...(trust && { trust }) });
  let status = HOLDS;
  try {
    for (const [index, file] of found.entries()) {
      if ("problem" in file) {
        process.stderr.write(`assay: ${plain(file.path)} ${file.problem}.\n`);
        status = NOT_READ;
        continue;
      }
      const read = await engine.signatures(file.path, { received });
      if (json) process.stdout.write(`${plainJson({ file: file.path, ...read })}\n`);
      else process.stdout.write(`${index > 0 ? "\n" : ""}${render(file.path, read, terminalOf(process.stdout))}`);
      status = Math.max(status, statusOf(read));
    }
  } finally {
    await engine.close();
  }
  return status;
}

function statusOf({ status, signatures }: Signatures): number {
  if (status === "failed") return NOT_READ;
  const wrong = signatures.some(
    ({ axes, shown, kind }) =>
      kind !== "usage_rights" &&
      (axes.integrity.state === "broken" ||
        axes.permission.state === "violated" ||
        ["covered", "forbidden", "unexplained"].includes(axes.later_changes.state) ||
        !shown),
  );
  return wrong ? DOES_NOT : HOLDS;
}
