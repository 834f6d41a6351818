// The HTTP(S) server around the application, and what must be answered before the application is reached.
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { App } from "./app.ts";
import type { Config } from "./config.ts";
import { ERRORS, type ErrorBody, type ErrorCode, StartError } from "./errors.ts";
import { newId } from "./ids.ts";

/** A refused upload is read on for this long, so that its sender finds the answer instead of a reset connection. */
const DRAIN_MILLISECONDS = 30_000;
const DRAIN_BYTES = 64 * 1024 * 1024;

type Served = Pick<App, "fetch"> | Pick<Hono, "fetch">;

export interface RunningServer {
  port: number;
  /** Takes no new connections, and resolves when the open requests are answered or the time is over. */
  close(milliseconds: number): Promise<void>;
}

export async function listen(app: Served, config: Pick<Config, "host" | "port" | "tls">): Promise<RunningServer> {
  const server = createServer(app, config.tls);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(cannotListen(error, config)));
    server.listen(config.port, config.host, resolve);
  });
  const { port } = server.address() as AddressInfo; // A server on a port, not on a pipe.
  return { port, close: (milliseconds) => close(server, milliseconds) };
}

/** A port that cannot be had is told before anything is made that another start would have to deal with. */
export async function tryPort(config: Pick<Config, "host" | "port">): Promise<void> {
  const server = createHttpServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(cannotListen(error, config)));
    server.listen(config.port, config.host, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}

function createServer(app: Served, tls: Config["tls"]): Server {
  const listener = getRequestListener(app.fetch, {
    errorHandler: () => unreadable(),
    // The whole draining is ours, below: half a second, as it would be, is too short for a slow line.
    autoCleanupIncoming: false,
    hostname: "localhost",
  });
  const serve = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    outgoing.once("finish", () => drain(incoming));
    listener(incoming, outgoing);
  };
  // A request without Host gets an answer with a request id like any other.
  const options = { requireHostHeader: false };
  const server = tls
    ? createHttpsServer({ ...options, ...tls, minVersion: "TLSv1.2" }, serve)
    : createHttpServer(options, serve);
  server.on("clientError", (_error, socket) => {
    if (socket.writable) socket.end(rawAnswer("invalid_request", "The HTTP request cannot be read."));
    else socket.destroy();
  });
  // Node would answer an unknown Expect itself, without a request id; it may be ignored (RFC 9110, 10.1.1).
  server.on("checkExpectation", serve);
  server.on("connect", (_request, socket) => {
    socket.on("error", () => undefined);
    socket.end(rawAnswer("method_not_allowed", "This service is no proxy.", ["Allow: "]));
  });
  return server;
}

/** Throws the rest of a body away that was answered before its end, within bounds. */
function drain(incoming: IncomingMessage): void {
  if (incoming.complete || incoming.destroyed) return;
  let bytes = 0;
  const timer = setTimeout(() => incoming.socket.destroySoon(), DRAIN_MILLISECONDS);
  incoming.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > DRAIN_BYTES) incoming.socket.destroySoon();
  });
  incoming.once("close", () => clearTimeout(timer)).once("end", () => clearTimeout(timer));
  incoming.resume();
}

function errorText(requestId: string, code: ErrorCode, message: string): string {
  const body: ErrorBody = { error: { code, message, request_id: requestId } };
  return JSON.stringify(body);
}

/** For a request whose target or Host makes no address. */
function unreadable(): Response {
  const id = newId("req");
  const { status } = ERRORS.invalid_request;
  return new Response(errorText(id, "invalid_request", "The HTTP request cannot be read."), {
    status,
    headers: { "Content-Type": "application/json", "X-Request-Id": id },
  });
}

/** Where there is nothing that Node lets us answer to: bytes that are no HTTP, a tunnel that is asked for. */
function rawAnswer(code: ErrorCode, message: string, headers: string[] = []): string {
  const id = newId("req");
  const body = errorText(id, code, message);
  const { status } = ERRORS[code];
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...headers,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    "Connection: close",
    "",
    body,
  ].join("\r\n");
}

function close(server: Server, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), milliseconds);
    // A connection that was busy when the closing began is kept alive by its client after its answer.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(deadline);
      clearInterval(idle);
      resolve();
    });
  });
}

function cannotListen(error: NodeJS.ErrnoException, { host, port }: Pick<Config, "host" | "port">): StartError {
  if (error.code === "EADDRINUSE") {
    return new StartError(`Port ${port} on ${host} is taken; stop the program that uses it, or set PORT.`);
  }
  if (error.code === "EACCES") return new StartError(`Port ${port} may not be used by this user; set PORT above 1023.`);
  return new StartError(`The service cannot listen on ${host}, port ${port} (${error.code}); set HOST and PORT.`);
}
