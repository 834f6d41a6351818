// Which options each function takes. One that is unknown is refused by its name: a misspelled password would otherwise be
// a file that needs one, and a misspelled trust list a signer that is not judged.
const { ArgumentError } = require("./errors.js");

/**
 * What a value must be, in words, and whether it is.
 * @typedef {{ must: string, holds: (value: any) => boolean }} Rule
 */

/** @param {unknown} value */
const isIndex = (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 0xffff_ffff;
/** @param {unknown} value @param {number} length @param {(one: unknown) => boolean} holds */
const isTuple = (value, length, holds) => Array.isArray(value) && value.length === length && value.every(holds);
/** @param {unknown} value */
const isPlain = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @type {Record<string, Rule>} */
const RULES = {
  password: { must: "a string", holds: (value) => typeof value === "string" },
  signal: { must: "an AbortSignal", holds: (value) => value instanceof AbortSignal },
  trust: {
    must: "an array of Uint8Array, one DER certificate each",
    holds: (value) => Array.isArray(value) && value.every((one) => one instanceof Uint8Array),
  },
  received: {
    must: "a Date or a whole number of seconds since 1970",
    holds: (value) => (value instanceof Date ? !Number.isNaN(value.getTime()) : Number.isSafeInteger(value)),
  },
  save: { must: "a whole number", holds: isIndex },
  page: { must: "a whole number", holds: isIndex },
  dpi: { must: "a number above 0", holds: (value) => Number.isFinite(value) && value > 0 },
  marks: { must: "an array", holds: Array.isArray },
  beside: { must: "an object", holds: isPlain },
  bbox: { must: "four numbers: [x0, y0, x1, y1]", holds: (value) => isTuple(value, 4, Number.isFinite) },
  colour: {
    must: "three whole numbers from 0 to 255: [red, green, blue]",
    holds: (value) => isTuple(value, 3, (shade) => isIndex(shade) && Number(shade) <= 255),
  },
};

const JUDGING = ["password", "received", "trust"];

/** @type {Record<string, string[]>} */
const OPTIONS = {
  analyze: [...JUDGING, "signal"],
  analyzeSync: JUDGING,
  signatures: [...JUDGING, "signal"],
  history: ["password", "signal"],
  fingerprint: ["password", "signal"],
  pageSheets: ["password", "save", "signal"],
  renderPage: ["beside", "dpi", "marks", "page", "password", "save", "signal"],
};

/**
 * The options of a call, without those that are undefined, and the signal apart.
 * @param {string} name the function that was called
 * @param {any} options
 * @returns {{ options: any, signal: AbortSignal | undefined }}
 */
function checkedOptions(name, options) {
  const { signal, received, ...rest } = checked(`${name}()`, "options", options ?? {}, OPTIONS[name] ?? []);
  if (name === "renderPage") checkDrawing(rest);
  const seconds = received instanceof Date ? Math.floor(received.getTime() / 1000) : received;
  return { options: seconds === undefined ? rest : { ...rest, received: seconds }, signal };
}

/** @param {any} options of `renderPage` */
function checkDrawing(options) {
  required("renderPage()", options, "page");
  checkMarks("marks", options.marks);
  if (options.beside === undefined) return;
  options.beside = checked("renderPage()", "beside", options.beside, ["marks", "page", "save"]);
  required("renderPage(): beside", options.beside, "page");
  checkMarks("beside.marks", options.beside.marks);
}

/** @param {string} place @param {any[] | undefined} marks */
function checkMarks(place, marks) {
  for (const [at, mark] of (marks ?? []).entries()) {
    const where = `${place}[${at}]`;
    checked("renderPage()", where, mark, ["bbox", "colour"]);
    for (const name of ["bbox", "colour"]) required(`renderPage(): ${where}`, mark, name);
  }
}

/**
 * A copy of what was given that has only known members, each of its kind.
 * @param {string} call @param {string} place @param {any} given @param {string[]} known
 */
function checked(call, place, given, known) {
  if (!isPlain(given)) throw new ArgumentError(place, `${call}: ${place} must be an object, not ${kind(given)}.`);
  /** @type {any} */
  const members = {};
  for (const [name, value] of Object.entries(given)) {
    const path = place === "options" ? name : `${place}.${name}`;
    const rule = known.includes(name) ? RULES[name] : undefined;
    if (!rule) {
      throw new ArgumentError(path, `${call}: there is no option "${path}"; there are ${known.join(", ")}.`);
    }
    if (value === undefined) continue;
    if (!rule.holds(value))
      throw new ArgumentError(path, `${call}: "${path}" must be ${rule.must}, not ${kind(value)}.`);
    members[name] = value;
  }
  return members;
}

/** @param {string} call @param {any} options @param {string} name */
function required(call, options, name) {
  if (options[name] === undefined) throw new ArgumentError(name, `${call}: "${name}" is missing.`);
}

/**
 * What a value is, without showing it: it may be a password.
 * @param {unknown} value
 */
function kind(value) {
  if (value === null) return "null";
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object") return `an object of ${value.constructor?.name ?? "no class"}`;
  return value === undefined ? "undefined" : `a ${typeof value}`;
}

module.exports = { checkedOptions, kind };
