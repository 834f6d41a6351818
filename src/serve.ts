// Starts a service or a worker: settings, persistence, engine, jobs, server. On the very first start it makes a key to try.
import { ensureFirstKey, ensureLocalOwner, newEntryToken } from "./accounts/first-start.ts";
import { buildApp } from "./app.ts";
import { type Config, loopbackUrl } from "./config.ts";
import { openEngine } from "./engine/engine.ts";
import { speakable } from "./engine/speakable.ts";
import { StartError } from "./errors.ts";
import { newEvents, shareEvents } from "./events.ts";
import { ownFolder } from "./folders.ts";
import { startAnalysis } from "./jobs/analysis.ts";
import { startSweeping } from "./jobs/sweep.ts";
import { type Log, openLog } from "./log.ts";
import { mailOf, unsentIn } from "./mail/open.ts";
import { postKept } from "./mail/unsent.ts";
import { openMetrics } from "./metrics.ts";
import { listenForOperations } from "./operations/socket.ts";
import { openRequestLog } from "./request-log.ts";
import { probesWithMetrics } from "./routes/probes.ts";
import { listen, tryPort } from "./server.ts";
import { OPERATIONS_FOLDER, openPersistence, type Services, WAIT_MILLISECONDS } from "./services.ts";
import { readTrustList } from "./trust-list.ts";

const FIRST_CHECKS = 100;
/** Open requests get this long to be answered when the service stops. */
const STOP_MILLISECONDS = 10_000;
/** Mails under way get this long; the rest is kept for the next start. */
const MAIL_MILLISECONDS = 5_000;

/** What this process does: answer requests, analyse documents. Each can be left to others that share the database. */
export interface Role {
  answers: boolean;
  analyses: boolean;
}

/** Resolves when everything runs. A signal ends the process, in order. */
export async function serve(config: Config, role: Role): Promise<void> {
  await start(config, role, openLog(undefined, config.logLevel));
}

async function start(config: Config, role: Role, log: Log): Promise<void> {
  // Node would print the message, which may quote what a person sent.
  process.on("uncaughtException", (error) => {
    log.error("crashed", error);
    process.exit(1);
  });
  const trust = await readTrust(config, log);
  if (role.answers) await tryPort(config);
  else if (config.databaseUrl === undefined)
    throw new StartError("A worker needs DATABASE_URL: the embedded database is one process's.");
  if (config.metrics) await tryPort(config.metrics);
  const persistence = await openPersistence(config, log);
  const closing: (() => Promise<void>)[] = [persistence.close];
  const stopping = new AbortController();
  try {
    const engine = await openEngine({
      size: config.engineProcesses,
      ...trust,
      log: (line) => log.warn("engine", { line: speakable(line) }),
    }).catch((error: Error) => {
      throw new StartError(error.message, { cause: error });
    });
    closing.unshift(engine.close);
    const clock = () => new Date();
    const requestLog = openRequestLog({ db: persistence.db, clock, log });
    closing.unshift(requestLog.flush);
    const services: Services = {
      ...persistence,
      engine,
      log,
      events: newEvents(),
      requestLog,
      metrics: openMetrics(),
      stopping: stopping.signal,
      clock,
      mail: mailOf(config, log),
      operators: config.operators,
      publicUrl: config.publicUrl,
      waitMilliseconds: WAIT_MILLISECONDS,
    };
    if (persistence.notices) await shareEvents(services.events, persistence.notices, log);
    const servers = [
      ...(role.answers ? [await listen(buildApp(services, config), config)] : []),
      ...(config.metrics ? [await listen(probesWithMetrics(services), config.metrics)] : []),
    ];
    const operations =
      config.databaseUrl === undefined
        ? await listenForOperations(services, await ownFolder(config.dataDir, OPERATIONS_FOLDER))
        : undefined;
    const jobs = [
      ...(role.analyses ? [startAnalysis(services, { atOnce: config.engineProcesses })] : []),
      startSweeping(services),
    ];
    onStop(log, async () => {
      // Uploads that wait, or are still being stored, are answered with 202 now; their analysis is taken up again by the next start.
      stopping.abort();
      await operations?.close();
      await Promise.all(servers.map((server) => server.close(STOP_MILLISECONDS)));
      for (const job of jobs) await job.stop();
      await services.mail.stop(MAIL_MILLISECONDS);
      for (const close of closing) await close();
    });
    if (!role.answers) {
      process.stdout.write(`assay ${engine.version} analyses for ${config.publicUrl}\n`);
      return;
    }
    if (config.smtpUrl !== undefined) {
      const mails = await postKept(unsentIn(config), services.mail, clock());
      if (mails > 0) log.info("mail_taken_up", { mails });
    }
    const welcome = await welcomeToFirstStart(services);
    const entry = await entryLink(services, config);
    process.stdout.write(`assay ${engine.version} listens on ${config.publicUrl}\n${welcome}${entry}`);
  } catch (error) {
    for (const close of closing) await close().catch(() => undefined);
    throw error;
  }
}

async function readTrust(config: Config, log: Log): Promise<{ trust?: Uint8Array[] }> {
  if (config.trustList !== undefined) return { trust: await readTrustList(config.trustList) };
  if (config.production) {
    log.warn("no_trust_list", { consequence: "an intact signature counts whoever made its certificate" });
  }
  return {};
}

/** The first key of an empty database is shown this once. */
async function welcomeToFirstStart(services: Services): Promise<string> {
  const made = await ensureFirstKey(services, FIRST_CHECKS);
  if (made === undefined) return "";
  const { key } = made;
  return `
This is the first start. Your API key, with ${FIRST_CHECKS} checks; it is not shown again:

  ${key}

Try it with a PDF of yours:

  curl -H 'Authorization: Bearer ${key}' -F file=@document.pdf ${services.publicUrl}/api/v1/documents

`;
}

/** As long as the owner of the local organization has no password, each start opens the dashboard by a new link. */
async function entryLink(services: Services, config: Config): Promise<string> {
  const base = loopbackUrl(config);
  if (base === undefined) return "";
  await ensureLocalOwner(services);
  const token = await newEntryToken(services);
  return token ? `Open the dashboard, once and within ten minutes:\n\n  ${base}/enter?token=${token}\n\n` : "";
}

/** The first signal stops in order, the second at once. */
function onStop(log: Log, stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      log.info("stopping", { signal });
      stop().then(
        () => process.exit(0),
        (error) => {
          log.error("stop_failed", error);
          process.exit(1);
        },
      );
    });
  }
}
