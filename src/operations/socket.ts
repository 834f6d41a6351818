// The way from a command to the running service that has the embedded database: a socket in DATA_DIR which only the
// user of the service can open. Not over the network, and without a password: who can read the data needs none.
import { chmod, rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import { join } from "node:path";
import { ApiError, type ErrorCode } from "../errors.ts";
import type { Services } from "../services.ts";
import { INPUTS, type Input, type Name, operate, type Results } from "./operations.ts";

/** What a path of a socket may have of bytes (sun_path, on the systems that have least). */
const LONGEST_PATH = 103;
const LONGEST_BODY = 100_000;

interface Listening {
  close(): Promise<void>;
}

type Reply = { result: unknown } | { error: { code: ErrorCode; message: string } };

/** Answers commands until it is closed; where there can be no such socket, commands need the service stopped. */
export async function listenForOperations(services: Services, folder: string): Promise<Listening | undefined> {
  const path = socketIn(folder);
  if (path === undefined) {
    services.log.warn("no_operations", { consequence: "commands work while the service is stopped" });
    return undefined;
  }
  // Left behind by a process that was killed: the lock of the database has told that none runs.
  await rm(path, { force: true });
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    incoming.on("data", (part: Buffer) => {
      bytes += part.length;
      if (bytes > LONGEST_BODY) incoming.destroy();
      else parts.push(part);
    });
    incoming.on("end", async () => {
      const reply = await answer(services, Buffer.concat(parts).toString("utf8"));
      outgoing.setHeader("Content-Type", "application/json").end(JSON.stringify(reply));
    });
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(path, resolve));
  await chmod(path, 0o600);
  return { close: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function answer(services: Services, body: string): Promise<Reply> {
  try {
    const { name, input } = JSON.parse(body) as { name: Name; input: unknown };
    if (!Object.hasOwn(INPUTS, name)) throw new ApiError("invalid_request", "This service does not know the command.");
    const read = INPUTS[name].parse(input) as Input<Name>; // The table ties the name to its input.
    services.log.info("operation", { name });
    return { result: await operate(services, name, read as never) };
  } catch (error) {
    if (error instanceof ApiError) return { error: { code: error.code, message: error.message } };
    services.log.error("operation_failed", error);
    return { error: { code: "internal_error", message: "The service failed; its log says how." } };
  }
}

/** What the running service says; undefined where none runs. */
export async function askRunning<N extends Name>(
  folder: string,
  name: N,
  input: Input<N>,
): Promise<Results[N] | undefined> {
  const path = socketIn(folder);
  const body = path && (await post(path, JSON.stringify({ name, input })));
  if (body === undefined) return undefined;
  const reply = JSON.parse(body, asDates) as Reply;
  if ("error" in reply) throw new ApiError(reply.error.code, reply.error.message);
  return reply.result as Results[N];
}

function socketIn(folder: string): string | undefined {
  // The named pipes of Windows have no owner that could be held to.
  if (process.platform === "win32") return undefined;
  const path = join(folder, "operations.sock");
  return Buffer.byteLength(path) <= LONGEST_PATH ? path : undefined;
}

function post(path: string, body: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath: path, method: "POST", path: "/" }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part) => {
        text += part;
      });
      response.on("end", () => resolve(text));
    });
    asking.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ECONNREFUSED") resolve(undefined);
      else reject(error);
    });
    asking.end(body);
  });
}

/** JSON knows no moments; every member of a result whose name ends in At is one. */
function asDates(name: string, value: unknown): unknown {
  return name.endsWith("At") && typeof value === "string" ? new Date(value) : value;
}
