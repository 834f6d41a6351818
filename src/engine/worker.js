// The child process: loads the addon and answers one job after the other with what the engine says. It is the only
// file that imports the addon. Plain JavaScript, because the child runs without a compiler (see child.ts), which
// stripping types would need.

/** @typedef {{ trust: Uint8Array[] | undefined }} Start the first message to the child */
/** @typedef {{ path: string, password?: string | undefined }} File */
/** @typedef {File & { task: "history" }} Telling */
/** @typedef {File & { task: "fingerprint" }} Identifying */
/** @typedef {File & { task: "analyze" | "signatures", received?: number | undefined }} Judging `received` in seconds since 1970 */
/** @typedef {File & { task: "picture", options: import("../saves.ts").PageOptions }} Drawing */
/** @typedef {File & { task: "sheets", options: { save?: number } }} Measuring */
/** @typedef {import("../structure.ts").Fingerprint} Fingerprint */
/** @typedef {{ task: "compare", genuine: Fingerprint, questioned: Fingerprint }} Comparing */
/** @typedef {{ task: "group", files: Fingerprint[] }} Grouping */
/** @typedef {Telling | Identifying | Comparing | Grouping | Judging | Drawing | Measuring | { task: "catalogue" }} Job each further one */
/** @typedef {{ ready: string } | { unusable: string } | { outcome: unknown }} Answer each message from it */

// The analysis runs on a thread, so this one is free to notice that the service is gone. An ordinary exit would wait
// for that thread.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

process.once("message", async (/** @type {Start} */ { trust }) => {
  try {
    const engine = await import("@assay/engine");
    const { analyze, engineVersion, fingerprint, history, pageSheets, renderPage, signatures } = engine;
    const judgements = { analyze, signatures };
    /** @param {Job} job */
    const work = (job) => {
      if (job.task === "catalogue") return engine.signalCatalogue();
      // The engine refuses what is no completed fingerprint.
      if (job.task === "compare") return engine.compareFingerprints(known(job.genuine), known(job.questioned));
      if (job.task === "group") return engine.groupFingerprints(job.files.map(known));
      const secret = job.password === undefined ? {} : { password: job.password };
      if (job.task === "picture") return renderPage(job.path, { ...job.options, ...secret });
      if (job.task === "sheets") return pageSheets(job.path, { ...job.options, ...secret });
      if (job.task === "history") return history(job.path, secret);
      if (job.task === "fingerprint") return fingerprint(job.path, secret);
      const received = job.received === undefined ? {} : { received: job.received };
      return judgements[job.task](job.path, { ...(trust && { trust }), ...received, ...secret });
    };
    process.on("message", async (/** @type {Job} */ job) => answer({ outcome: await work(job) }));
    answer({ ready: engineVersion() });
  } catch (error) {
    answer({ unusable: error instanceof Error ? error.message : String(error) });
  }
});

/** @param {Fingerprint} fingerprint @returns {any} */
function known(fingerprint) {
  return fingerprint;
}

/** @param {Answer} message */
function answer(message) {
  process.send?.(message);
}
