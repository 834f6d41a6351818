// One request until it is answered: tried again where the fault may pass, with the waits the service asks for.
import { ApiError, ConnectionError } from "./errors.ts";
import type { ErrorCode } from "./schema.ts";

export type Transport = {
  url: string;
  key: string;
  fetch: typeof fetch;
  /** Attempts after the first. */
  retries: number;
  /** Of one attempt. */
  timeoutMilliseconds: number;
  sleep: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
};

export type Request = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  headers?: Record<string, string>;
  body?: () => FormData;
  signal?: AbortSignal | undefined;
};

export type Answer = { status: number; body: unknown; headers: Headers };

/** Codes of gateways that stand before the service, and of the service when something there is down for a moment. */
const PASSING = [429, 500, 502, 503, 504];
const LONGEST_WAIT = 60_000;

/** Resolves to an answer that is no error; rejects with ApiError, ConnectionError, or the signal's reason. */
export async function send(transport: Transport, request: Request): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const outcome = await attempt(transport, request).catch((error: unknown) => error);
    request.signal?.throwIfAborted();
    if (outcome instanceof Error) {
      if (tries > transport.retries || !(outcome instanceof ConnectionError)) throw outcome;
      await transport.sleep(backoff(tries), request.signal);
      continue;
    }
    const { status, body, headers } = outcome as Answer;
    if (status < 400 || (tries > 1 && isGone(request, status))) return { status, body, headers };
    if (tries > transport.retries || !PASSING.includes(status)) throw refusal(status, body, headers);
    await transport.sleep(secondsAsked(headers) ?? backoff(tries), request.signal);
  }
}

/** What an attempt without an answer has deleted, the next one does not find. */
function isGone({ method }: Request, status: number): boolean {
  return method === "DELETE" && status === 404;
}

async function attempt(
  { url, key, fetch, timeoutMilliseconds }: Transport,
  { method, path, headers, body, signal }: Request,
) {
  const limit = AbortSignal.timeout(timeoutMilliseconds);
  try {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, ...headers },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(body && { body: body() }),
    });
    const text = await response.text();
    return { status: response.status, body: parsed(text), headers: response.headers };
  } catch (cause) {
    throw new ConnectionError(`${method} ${path} was not answered.`, { cause });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusal(status: number, body: unknown, headers: Headers): Error {
  const { error } = (body ?? {}) as { error?: { code?: ErrorCode; message?: string; request_id?: string } };
  if (!error?.code || !error.message) return new ConnectionError(`The answer, status ${status}, is not one of assay.`);
  const requestId = error.request_id ?? headers.get("x-request-id") ?? undefined;
  return new ApiError(status, { code: error.code, message: error.message, requestId });
}

/** Whole seconds, as the service says them. */
export function secondsAsked(headers: Headers): number | undefined {
  const asked = headers.get("retry-after");
  return asked !== null && /^\d+$/.test(asked) ? Math.min(Number(asked) * 1000, LONGEST_WAIT) : undefined;
}

/** Doubling, with a random part, so that many clients do not come back together. */
function backoff(tries: number): number {
  return Math.min(500 * 2 ** (tries - 1), LONGEST_WAIT) * (0.5 + Math.random() / 2);
}
