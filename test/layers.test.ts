// Who may know whom: reads every import and holds it against the plan of the house.
import { describe, expect, test } from "vitest";
import { imports, read, rustPaths, type Source, sources } from "./sources.ts";

/** The rooms of src/ from the ground up. A room may know those below it and its own row, unless APART says otherwise. */
const ROWS = [
  ["config", "errors", "folders", "ids", "log", "names", "report", "saves", "signed", "structure"],
  ["db", "engine", "mail", "storage"],
  ["events", "metrics", "request-log", "services"],
  [
    "accounts",
    "admission",
    "documents",
    "health",
    "keys",
    "organizations",
    "probes",
    "rates",
    "references",
    "requests",
    "usage",
  ],
  ["dashboard", "guards", "jobs", "operations", "routes"],
  ["app", "server", "terminal", "trust-list"],
  ["serve"],
  ["check", "cli", "commands", "compare", "history", "main", "signatures"],
];

/** Adapters speak to verbs; the three stores and doors to the outside do not know of each other. */
const APART: [rooms: string[], mayNotKnow: string[]][] = [
  [
    ["guards", "routes", "dashboard", "jobs", "operations"],
    ["db", "engine", "mail", "storage"],
  ],
  [["db"], ["engine", "mail", "storage"]],
  [["engine"], ["db", "mail", "storage"]],
  [["mail"], ["db", "engine", "storage"]],
  [["storage"], ["db", "engine", "mail"]],
  [
    ["check", "compare", "history", "signatures", "terminal"],
    ["db", "storage", "services"],
  ],
];

/** A package is known to these rooms and no others; one that is not named here is known to all. */
const verbs = ROWS[3] ?? [];
const web = ["guards", "routes", "dashboard", "app", "server", "main"];
const PACKAGES: Record<string, string[]> = {
  "@assay/engine": ["engine"],
  "@electric-sql/pglite": ["db"],
  pg: ["db"],
  "drizzle-orm": ["db", "request-log", "services", ...verbs],
  "@fastify/busboy": ["routes"],
  hono: web,
  "@hono/node-server": web,
  "@hono/zod-openapi": web,
  "better-auth": ["accounts"],
  nodemailer: ["mail"],
  "prom-client": ["metrics"],
  pdfkit: ["dashboard"],
  fontkit: ["dashboard"],
  harfbuzzjs: ["dashboard"],
  "woff2-encoder": ["dashboard"],
};

/** The environment is read once; the engine's child gets the part of it without which no program starts. */
const ENVIRONMENT = ["config", "main", "commands", "engine"];

const files = sources(["src"], /\.(tsx?|js)$/);
const roomOf = (path: string) => (path.split("/")[1] ?? "").replace(/\.(tsx?|js)$/, "");
const rowOf = (path: string) => ROWS.findIndex((row) => row.includes(roomOf(path)));
const local = (file: Source) => imports(file).filter((target) => target.startsWith("src/"));
const external = (file: Source) => imports(file).filter((target) => !/^(src\/|node:)/.test(target));

test("imports and paths are found in every form they are written in", () => {
  const typescript = `import a from "node:fs";
import {
  b,
} from "../db/open.ts";
import type { C } from "hono/tiny";
export { d } from "@hono/zod-openapi";
const e = await import("./check/check.ts");
const f = require.resolve("@scope/fonts/files/a.woff2");`;
  expect(imports({ path: "src/check/x.ts", text: typescript })).toEqual([
    "node:fs",
    "src/db/open.ts",
    "hono",
    "@hono/zod-openapi",
    "src/check/check/check.ts",
    "@scope/fonts",
  ]);
  const rust =
    "use crate::{facts::Facts, signals::{a, b as c}};\n// use crate::no;\nfn f() { assay_pdf::Document::open() }";
  expect(rustPaths({ path: "x.rs", text: rust })).toEqual([
    "crate::facts::Facts",
    "crate::signals::a",
    "crate::signals::b",
    "assay_pdf::Document::open",
  ]);
});

describe("src/", () => {
  test("every room has its place in the plan", () => {
    expect([...new Set(files.map(({ path }) => roomOf(path)))].filter((room) => rowOf(`src/${room}`) < 0)).toEqual([]);
  });

  test("no room knows one above it", () => {
    const upward = files.flatMap((file) =>
      local(file)
        .filter((target) => rowOf(target) > rowOf(file.path))
        .map((target) => `${file.path} -> ${target}`),
    );
    expect(upward).toEqual([]);
  });

  test.each(APART)("%j do not know %j", (rooms, others) => {
    const wrong = files
      .filter(({ path }) => rooms.includes(roomOf(path)))
      .flatMap((file) => local(file).map((target) => ({ from: file.path, target })))
      .filter(({ target }) => others.includes(roomOf(target)))
      .map(({ from, target }) => `${from} -> ${target}`);
    expect(wrong).toEqual([]);
  });

  test("no import leads back to where it began", () => {
    // Types are gone when the program runs, so they close no circle.
    const values = files.map(({ path, text }) => ({ path, text: text.replace(/^import type [^;]+;/gm, "") }));
    const graph = new Map(values.map((file) => [file.path, local(file)]));
    expect(circle(graph)).toBeUndefined();
  });

  test("packages stay in the rooms they are for", () => {
    const wrong = files.flatMap((file) =>
      external(file)
        .filter((name) => !(PACKAGES[name]?.includes(roomOf(file.path)) ?? true))
        .map((name) => `${file.path} -> ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  test("the environment is read by the configuration alone", () => {
    const readers = files.filter(({ text }) => text.includes("process.env")).map(({ path }) => roomOf(path));
    expect(readers.filter((room) => !ENVIRONMENT.includes(room))).toEqual([]);
  });

  test("what is imported is declared, and what is declared is imported", () => {
    const { dependencies } = JSON.parse(read("package.json"));
    const imported = new Set(files.flatMap(external));
    expect([...imported].sort()).toEqual(Object.keys(dependencies).sort());
  });
});

describe("crates", () => {
  const CRATES: Record<string, string[]> = {
    "crates/pdf": [],
    "crates/signatures": ["assay-pdf"],
    "crates/values": [],
    "crates/forensics": ["assay-pdf", "assay-signatures", "assay-values"],
    "crates/render": ["assay-pdf"],
    native: ["assay-forensics", "assay-render"],
  };
  const manifests = sources(["crates", "native"], /^Cargo\.toml$/);

  test.each(manifests.map(({ path, text }) => [path, text]))("%s depends downward only", (path, text) => {
    const known = [...text.matchAll(/^(assay-[\w-]+)\b.*=/gm)].map((match) => match[1] ?? "");
    const allowed = CRATES[path.replace("/Cargo.toml", "")];
    expect(known.filter((crate) => !allowed?.includes(crate))).toEqual([]);
  });

  test("only native/ knows JavaScript", () => {
    const knowing = manifests
      .filter(({ text }) => /^(napi|wasm-bindgen|js-sys|serde_json)/m.test(text))
      .map(({ path }) => path);
    expect(knowing).toEqual(["native/Cargo.toml"]);
  });

  /** Rooms inside a crate and what they may not name. */
  const ROOMS: [folder: string, mayNotName: RegExp][] = [
    ["crates/values/src", /^assay_/],
    ["crates/forensics/src/facts", /^crate::(signals|verdict|rules|summary)/],
    ["crates/forensics/src/signals", /^crate::(verdict|rules)|^assay_pdf::(content::Contents|Document|View)\b/],
    ["crates/forensics/src/verdict", /^crate::facts|^assay_/],
    ["crates/pdf/src/syntax", /^crate::(document|view|revisions|pages|fonts|images|metadata|content)/],
    ["crates/pdf/src/(place|limits|anomaly|error)", /^crate::(syntax|document|view|revisions|pages|fonts|content)/],
    ["crates/pdf/src/(fonts|metadata|images|pages|revisions)", /^crate::content/],
  ];
  const rust = sources(["crates", "native"], /\.rs$/);

  test.each(ROOMS)("%s does not name %s", (folder, mayNotName) => {
    const inside = new RegExp(`^${folder}(/|\\.rs$)`);
    const wrong = rust
      .filter(({ path }) => inside.test(path))
      .flatMap((file) =>
        rustPaths(file)
          .filter((name) => mayNotName.test(name))
          .map((name) => `${file.path} -> ${name}`),
      );
    expect(wrong).toEqual([]);
  });

  test("the engine asks no clock, no network, no environment", () => {
    const impure = /^std::(time|net|env|process|thread)|^rand|^chrono/;
    const engine = rust.filter(({ path }) => /^crates\/\w+\/src\//.test(path));
    const wrong = engine.flatMap((file) =>
      rustPaths(file)
        .filter((name) => impure.test(name))
        .map((name) => `${file.path} -> ${name}`),
    );
    expect(wrong).toEqual([]);
  });
});

/** Some circle in the graph, if there is one. */
function circle(graph: Map<string, string[]>): string[] | undefined {
  const done = new Set<string>();
  const visit = (path: string, trail: string[]): string[] | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return undefined;
    for (const next of graph.get(path) ?? []) {
      const found = visit(next, [...trail, path]);
      if (found) return found;
    }
    done.add(path);
    return undefined;
  };
  for (const path of graph.keys()) {
    const found = visit(path, []);
    if (found) return found;
  }
  return undefined;
}
