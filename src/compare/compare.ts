// The command `assay compare`: in which structural details a questioned file differs from a genuine one, and what each
// means. It judges nothing.
import type { Comparison, Fingerprint } from "../structure.ts";
import { readArguments, refusal } from "../terminal/arguments.ts";
import { startEngine } from "../terminal/engine.ts";
import { endWithReader, plain, plainJson, terminalOf } from "../terminal/terminal.ts";
import { renderComparison } from "./render.ts";

const HELP = `Usage: assay compare GENUINE QUESTIONED [options]

Tells in which structural details a file differs from one that is known to be genuine: who wrote it,
how objects are spelled and streams packed, fonts, page geometry, where texts stand, how numbers and
dates are written, colours, pictures; and what each difference means. What the files say is not
compared. It does not judge; see assay check for that.

  GENUINE         a file of the same issuer that is known to be genuine
  QUESTIONED      the file in question
  --json          one JSON object
  --help          this text

Exit status:
  0  no structural detail differs
  1  at least one differs
  2  one of the files could not be read
`;

const SAME = 0;
const DIFFERS = 1;
const NOT_READ = 2;

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments("compare", args, { json: { type: "boolean", default: false } });
  if (values.help) {
    process.stdout.write(HELP);
    return SAME;
  }
  const [genuine, questioned, ...others] = positionals;
  if (genuine === undefined || questioned === undefined || others.length > 0) {
    throw refusal("compare", "Name two files, the genuine one first");
  }
  endWithReader(process.stdout, NOT_READ);
  const compared = await compare(genuine, questioned);
  if (!compared) return NOT_READ;
  const text = values.json
    ? `${plainJson({ genuine, questioned, ...compared })}\n`
    : renderComparison({ genuine, questioned }, compared, terminalOf(process.stdout));
  process.stdout.write(text);
  return compared.differences.length > 0 ? DIFFERS : SAME;
}

/** Nothing where a file cannot be read, which is told. */
async function compare(genuine: string, questioned: string): Promise<Comparison | undefined> {
  const engine = await startEngine({ size: 1 });
  try {
    const drawn: Fingerprint[] = [];
    for (const path of [genuine, questioned]) {
      const fingerprint = await engine.fingerprint(path);
      if (fingerprint.error) process.stderr.write(`assay: ${plain(path)}: ${plain(fingerprint.error.message)}\n`);
      else drawn.push(fingerprint);
    }
    const [first, second] = drawn;
    return first && second ? await engine.compare(first, second) : undefined;
  } finally {
    await engine.close();
  }
}
