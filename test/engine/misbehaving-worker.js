// Stands in for src/engine/worker.js: does what the path it is given says, for the pool to deal with.
import { existsSync, writeFileSync } from "node:fs";

process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.once("message", () => {
  process.on("message", (/** @type {{ path: string }} */ { path }) => behave(new URL(path)));
  process.send?.({ ready: "test" });
});

/** @param {URL} url */
function behave({ protocol, pathname }) {
  switch (protocol) {
    case "abort:":
      return process.abort();
    case "exit:":
      return process.exit(3);
    case "abort-once:":
      if (existsSync(pathname)) return answer("second try");
      writeFileSync(pathname, "");
      return process.abort();
    case "spin:":
      for (;;);
    case "sleep:":
      return;
    case "complain:":
      for (let line = 0; line < 5000; line++) console.error(`line ${line}`);
      return answer("complained");
    case "babble:":
      return process.send?.({ outcome: { status: "completed", verdict: "fine" } });
    default:
      return answer(`${process.pid}`);
  }
}

/** @param {string} message */
function answer(message) {
  const file = { pages: null, document_class: null, size_bytes: 0, sha256: null };
  const judged = { verdict: null, basis: null, reference_match: null, score: null, summary: null, engine: null };
  const scores = { tamper_score: null, integrity_score: null, confidence: null, signals: [] };
  const error = { code: "engine_error", message };
  process.send?.({ outcome: { status: "failed", file, ...judged, ...scores, error } });
}
