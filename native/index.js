// The package: checks what it is given, so that a mistake has a name, and hands the rest to the engine. What it exports is
// described in index.d.ts.
const binding = require("./binding.js");
const { ArgumentError, EngineError, completed } = require("./errors.js");
const { pathOrBytes } = require("./file.js");
const { checkedOptions } = require("./options.js");

/** @type {typeof import("./index.js").analyze} */
exports.analyze = (file, options) => call("analyze", file, options);

/** @type {typeof import("./index.js").analyzeSync} */
exports.analyzeSync = (file, options) => {
  const checked = checkedOptions("analyzeSync", options);
  return /** @type {any} */ (binding.analyzeSync(pathOrBytes("analyzeSync", file), checked.options));
};

/** @type {typeof import("./index.js").signatures} */
exports.signatures = (file, options) => call("signatures", file, options);

/** @type {typeof import("./index.js").history} */
exports.history = (file, options) => call("history", file, options);

/** @type {typeof import("./index.js").pageSheets} */
exports.pageSheets = (file, options) => call("pageSheets", file, options);

/** @type {typeof import("./index.js").renderPage} */
exports.renderPage = (file, options) => call("renderPage", file, options);

/** @type {typeof import("./index.js").fingerprint} */
exports.fingerprint = (file, options) => call("fingerprint", file, options);

/** @type {typeof import("./index.js").compareFingerprints} */
exports.compareFingerprints = (genuine, questioned) => {
  const [first, second] = [details("genuine", genuine), details("questioned", questioned)];
  return /** @type {any} */ (binding.compareFingerprints(first, second));
};

/** @type {typeof import("./index.js").groupFingerprints} */
exports.groupFingerprints = (files) => {
  if (!Array.isArray(files)) throw new ArgumentError("files", "groupFingerprints(): the files must be an array.");
  return /** @type {any} */ (binding.groupFingerprints(files.map((file, at) => details(`files[${at}]`, file))));
};

/** @type {typeof import("./index.js").signalCatalogue} */
exports.signalCatalogue = () => /** @type {any} */ (binding.signalCatalogue());

/** @type {typeof import("./index.js").engineVersion} */
exports.engineVersion = () => binding.engineVersion();

/** @type {typeof import("./index.js").threads} */
exports.threads = () => binding.threads();

/** @type {typeof import("./index.js").setThreads} */
exports.setThreads = (count) => {
  if (!Number.isInteger(count) || count < 1 || count > 1024) {
    throw new ArgumentError("count", "setThreads(): the number of threads must be a whole number from 1 to 1024.");
  }
  binding.setThreads(count);
};

exports.ArgumentError = ArgumentError;
exports.EngineError = EngineError;
exports.completed = completed;

/**
 * What a fingerprint is made of.
 * @param {string} argument
 * @param {any} fingerprint
 */
function details(argument, fingerprint) {
  if (fingerprint?.status === "completed" && Array.isArray(fingerprint.details)) return fingerprint.details;
  throw new ArgumentError(argument, `${argument} must be a completed answer of fingerprint().`);
}

/**
 * Asks the engine, unless the signal comes first.
 * @param {"analyze" | "signatures" | "history" | "fingerprint" | "pageSheets" | "renderPage"} name
 * @param {unknown} file
 * @param {unknown} given
 * @returns {Promise<any>}
 */
async function call(name, file, given) {
  const { options, signal } = checkedOptions(name, given);
  signal?.throwIfAborted();
  // Bytes are copied before this returns, for they may change afterwards; only a Blob has to be waited for.
  const source = pathOrBytes(name, file instanceof Blob ? await file.arrayBuffer() : file);
  if (!signal) return binding[name](source, options);
  signal.throwIfAborted();
  return abortable(signal, (cancellation) => binding[name](source, options, cancellation));
}

/**
 * Rejects with the signal's reason as soon as it comes. Work that no thread has begun is dropped; what runs ends unheard.
 * @template T
 * @param {AbortSignal} signal
 * @param {(cancellation: import("./binding.js").Cancellation) => Promise<T>} begin
 * @returns {Promise<T>}
 */
function abortable(signal, begin) {
  const cancellation = new binding.Cancellation();
  return new Promise((resolve, reject) => {
    const abort = () => {
      // First, so that the reason is what is heard and not that the work was dropped.
      reject(signal.reason);
      cancellation.cancel();
    };
    const work = begin(cancellation);
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
