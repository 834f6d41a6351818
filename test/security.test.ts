// Does docs/security.md name tests that there are? A wall whose test was renamed or taken out would stand there unheld.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const repository = fileURLToPath(new URL("../", import.meta.url));
const read = (path: string) => readFileSync(join(repository, path), "utf8");
/** The rows of its tables that are about a threat. */
const rows = read("docs/security.md")
  .split("\n")
  .filter((line) => /^\| (?!threat )/.test(line))
  .map((line) => line.slice(2, -2).split(" | "));

test("there are threats", () => expect(rows.length).toBeGreaterThan(30));

test.each(rows.map(([threat = "", wall = "", held = ""]) => ({ threat, wall, held })))("$threat", ({ wall, held }) => {
  expect(wall).not.toBe("");
  const [, path = "", title] = /^`([^`]+)`(?: › `([^`]+)`)?$/.exec(held) ?? [];
  expect(existsSync(join(repository, path)), `${held} is no file`).toBe(true);
  expect(path).toMatch(/^(test|crates)\//);
  // A title stands in quotes, a function of Rust before its parentheses.
  const named = (name: string) => [`"${name}`, `\`${name}`, ` ${name}"`, `} ${name}`, `fn ${name}()`];
  if (title)
    expect(
      named(title).some((form) => read(path).includes(form)),
      `${path} has no test ${title}`,
    ).toBe(true);
});
