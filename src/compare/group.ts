// The command `assay group`: sorts files by the program that wrote them and how it was set, and shows the odd ones out.
import type { StructureReader } from "../engine/engine.ts";
import type { Fingerprint, Grouping } from "../structure.ts";
import { readArguments, refusal } from "../terminal/arguments.ts";
import { startEngine } from "../terminal/engine.ts";
import { type Found, findFiles } from "../terminal/files.ts";
import { endWithReader, plain, plainJson, terminalOf } from "../terminal/terminal.ts";
import { renderGrouping } from "./render.ts";

const HELP = `Usage: assay group FILE... [options]

Sorts PDF files by who produced them: files that one program wrote in one way are one group. Shows
which files no other is written like, and in what each of those differs from its nearest. An odd one
is not forged for that; see assay check.

  FILE            a file, or a folder: it is searched for *.pdf and for files that begin like a PDF
  --json          one JSON object; files are named in "groups" and "odd" as they are read
  --help          this text

Exit status:
  0  every file is written like another one, or none is
  1  at least one is not, where others are
  2  at least one file could not be read, whatever the others are
`;

const SORTED = 0;
const ODD = 1;
const NOT_READ = 2;

type Drawn = { paths: string[]; fingerprints: Fingerprint[]; unread: number };

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments("group", args, { json: { type: "boolean", default: false } });
  if (values.help) {
    process.stdout.write(HELP);
    return SORTED;
  }
  if (positionals.length === 0) throw refusal("group", "Name at least one file or folder");
  endWithReader(process.stdout, NOT_READ);
  const engine = await startEngine({});
  try {
    const { paths, fingerprints, unread } = await drawAll(engine, await findFiles(positionals));
    const grouping = await engine.group(fingerprints);
    if (values.json) process.stdout.write(`${plainJson(named(paths, grouping))}\n`);
    else if (paths.length > 0) process.stdout.write(renderGrouping(paths, grouping, terminalOf(process.stdout)));
    if (unread > 0) return NOT_READ;
    return grouping.odd.length > 0 ? ODD : SORTED;
  } finally {
    await engine.close();
  }
}

/** As many at once as the engine has places; what cannot be read is told. */
async function drawAll(engine: StructureReader, found: Found[]): Promise<Drawn> {
  const drawn = await Promise.all(
    found.map(async (file) => {
      if ("problem" in file) return { path: file.path, problem: `${plain(file.path)} ${file.problem}.` };
      const fingerprint = await engine.fingerprint(file.path);
      if (!fingerprint.error) return { path: file.path, fingerprint };
      return { path: file.path, problem: `${plain(file.path)}: ${plain(fingerprint.error.message)}` };
    }),
  );
  for (const { problem } of drawn) if (problem !== undefined) process.stderr.write(`assay: ${problem}\n`);
  const read = drawn.filter((one) => one.fingerprint !== undefined);
  return {
    paths: read.map(({ path }) => path),
    fingerprints: read.map(({ fingerprint }) => fingerprint),
    unread: drawn.length - read.length,
  };
}

function named(paths: string[], { groups, odd }: Grouping) {
  const name = (place: number) => paths[place] ?? "";
  return {
    groups: groups.map((group) => group.map(name)),
    odd: odd.map(({ file, nearest, comparison }) => ({ file: name(file), nearest: name(nearest), ...comparison })),
  };
}
