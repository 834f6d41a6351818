#!/usr/bin/env node
// The command line: finds the command in a table and runs it. A command is a file that exports `run`, which takes the
// arguments after the command's name and resolves to the exit status; it throws a StartError for what it cannot start
// with. Commands are imported when asked for, so that one does not wait for what another needs.
import { readFileSync } from "node:fs";
import { StartError } from "./errors.ts";

type Command = { run(args: string[]): Promise<number> };

/** What runs without the service, and its libraries, runs on an older Node.js too. */
const NODE = { files: [20, 0], service: [22, 12] } as const;

type Entry = { does: string; needs?: "files"; load: () => Promise<Command> };

const COMMANDS: Record<string, Entry> = {
  check: { does: "judge PDF files, without a server", needs: "files", load: () => import("./check/check.ts") },
  compare: {
    does: "tell in which structural details a file differs from a genuine one",
    needs: "files",
    load: () => import("./compare/compare.ts"),
  },
  grant: { does: "give an organization more checks", load: () => import("./commands/grant.ts") },
  group: {
    does: "sort PDF files by who produced them, and show the odd ones out",
    needs: "files",
    load: () => import("./compare/group.ts"),
  },
  health: {
    does: "tell what waits, what failed and how busy the engine is",
    load: () => import("./commands/health.ts"),
  },
  history: {
    does: "tell the saves of a PDF file and what each changed",
    needs: "files",
    load: () => import("./history/history.ts"),
  },
  key: { does: "make, list and revoke the API keys of an organization", load: () => import("./commands/key.ts") },
  migrate: { does: "bring the tables of the database up to date", load: () => import("./commands/migrate.ts") },
  notice: { does: "write to the owners of all organizations", load: () => import("./commands/notice.ts") },
  organizations: {
    does: "list organizations, suspend one, let it go on",
    load: () => import("./commands/organizations.ts"),
  },
  serve: { does: "run the service", load: () => import("./commands/serve.ts") },
  signatures: {
    does: "tell who signed PDF files, and what came after",
    needs: "files",
    load: () => import("./signatures/signatures.ts"),
  },
  worker: { does: "analyse what services on the same database receive", load: () => import("./commands/worker.ts") },
};

process.exitCode = await main(process.argv.slice(2));

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === "--help" || name === "-h" || name === "help") return help(name !== undefined);
  if (name === "--version" || name === "-v") return version();
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) return complain(`There is no command or option "${name}": see assay --help.`);
  const [oldest, needed] = NODE[command.needs ?? "service"];
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < oldest || (major === oldest && minor < needed)) {
    return complain(`Node.js ${oldest}.${needed} or later is needed, this is ${process.versions.node}.`);
  }
  try {
    return await (await command.load()).run(args);
  } catch (error) {
    if (error instanceof StartError) return complain(error.message);
    throw error;
  }
}

function help(asked: boolean): number {
  const rows = Object.entries(COMMANDS).map(([name, { does }]) => `  ${name.padEnd(15)}${does}`);
  const text = `Usage: assay COMMAND [options]\n\n${rows.join("\n")}\n\nassay COMMAND --help says more; assay --version says which.\n`;
  if (asked) process.stdout.write(text);
  else process.stderr.write(text);
  return asked ? 0 : 2;
}

function version(): number {
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  process.stdout.write(`${JSON.parse(manifest).version}\n`);
  return 0;
}

function complain(sentence: string): number {
  process.stderr.write(`assay: ${sentence}\n`);
  return 2;
}
