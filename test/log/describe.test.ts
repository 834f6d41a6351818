// What a log tells of an error, and what not.
import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, test } from "vitest";
import { describeError } from "../../src/log/describe.ts";

test("a failed query is told by what it does to which table, and by the code of its cause", () => {
  const cause = Object.assign(new Error("duplicate Anna Muster"), { code: "23505", constraint_name: "documents_pkey" });
  const told = describeError(new DrizzleQueryError('insert into "documents" ("name") values ($1)', ["Anna"], cause));
  expect(told.split("\n")[0]).toBe("DrizzleQueryError in insert documents");
  expect(told).toContain("caused by Error 23505 by documents_pkey\n");
  expect(told).toContain("describe.test.ts");
  expect(told).not.toContain("Anna");
});

test.each<[string, unknown]>([
  ["in a message of several lines that look like places", new Error("one\n    at Anna (Muster:1:1)\n    at Anna")],
  ["in a name", Object.assign(new Error("x"), { name: "Anna Muster" })],
  ["in a code", Object.assign(new Error("x"), { code: "Anna Muster" })],
  ["in what is no error", "Anna"],
  ["in errors that were gathered", new AggregateError([new Error("Anna")], "Anna")],
  ["in a query that is no statement of ours", Object.assign(new Error("x"), { query: "Anna" })],
])("a person's words are not told when they stand %s", (_where, error) => {
  expect(describeError(error)).not.toContain("Anna");
});

test("causes that lead in a circle end", () => {
  const error = new Error("round");
  error.cause = error;
  expect(describeError(error).match(/caused by/g)).toHaveLength(4);
});
