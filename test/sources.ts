// The project's own source files and what they import, for the tests that hold the house together.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));

export type Source = { path: string; text: string };

/** Every file below the folders, by its path from the root with forward slashes. */
export function sources(folders: string[], extension: RegExp): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && extension.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
      .filter((path) => !/(^|\/)(target|node_modules)\//.test(path))
      .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") })),
  );
}

export function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** What a TypeScript file imports or asks the place of: files of the project by their path from the root, packages by name. */
export function imports({ path, text }: Source): string[] {
  const specifiers = [...text.matchAll(/\b(?:from\s+|import\s+|import\s*\(\s*|require\.resolve\(\s*)"([^"\n]+)"/g)].map(
    (match) => match[1] ?? "",
  );
  return specifiers.map((specifier) =>
    specifier.startsWith(".") ? join(dirname(path), specifier) : packageOf(specifier),
  );
}

function packageOf(specifier: string): string {
  const depth = specifier.startsWith("@") ? 2 : 1;
  return specifier.startsWith("node:") ? specifier : specifier.split("/").slice(0, depth).join("/");
}

/** The paths a Rust file names in `use` and in expressions, e.g. `crate::facts`, `assay_pdf::Document`. */
export function rustPaths({ text }: Source): string[] {
  const code = text.replace(/\/\/.*$/gm, "");
  const uses = [...code.matchAll(/\buse\s+([^;]+);/g)].flatMap((match) => flatten(match[1] ?? ""));
  const inline = [...code.matchAll(/\b((?:crate|assay_\w+)(?:::\w+)+)/g)].map((match) => match[1] ?? "");
  return [...uses, ...inline];
}

/** `a::{b, c::{d}}` into `a::b` and `a::c::d`. */
function flatten(tree: string): string[] {
  const open = tree.indexOf("{");
  if (open < 0) return [tree.trim().replace(/\s+as\s+\w+$/, "")];
  const prefix = tree.slice(0, open).trim();
  const inner = tree.slice(open + 1, tree.lastIndexOf("}"));
  return topLevelItems(inner).flatMap((item) => flatten(item).map((path) => prefix + path));
}

function topLevelItems(list: string): string[] {
  const items = [""];
  let depth = 0;
  for (const character of list) {
    if (character === "{") depth += 1;
    if (character === "}") depth -= 1;
    if (character === "," && depth === 0) items.push("");
    else items[items.length - 1] += character;
  }
  return items.filter((item) => item.trim() !== "");
}
