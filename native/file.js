// The forms in which a file may be given, brought to the two that the engine reads: a path, or bytes.
const { fileURLToPath } = require("node:url");
const { isAnyArrayBuffer } = require("node:util/types");
const { ArgumentError } = require("./errors.js");
const { kind } = require("./options.js");

/**
 * @param {string} name the function that was called
 * @param {unknown} file
 * @returns {string | Uint8Array}
 */
function pathOrBytes(name, file) {
  if (typeof file === "string" || file instanceof Uint8Array) return file;
  if (isAnyArrayBuffer(file)) return new Uint8Array(file);
  if (file instanceof URL) return pathOf(name, file);
  const forms = "a path, a file: URL, a Uint8Array, an ArrayBuffer or a Blob";
  if (file instanceof Blob) {
    throw new ArgumentError("file", `${name}(): a Blob is read asynchronously: give await blob.arrayBuffer() here.`);
  }
  throw new ArgumentError("file", `${name}(): the file must be ${forms}, not ${kind(file)}.`);
}

/** @param {string} name @param {URL} url */
function pathOf(name, url) {
  try {
    return fileURLToPath(url);
  } catch (error) {
    const why = url.protocol === "file:" ? String(/** @type {Error} */ (error).message) : `${url.protocol} is not read`;
    throw new ArgumentError("file", `${name}(): the URL must be one of a file on this machine: ${why}.`);
  }
}

module.exports = { pathOrBytes };
