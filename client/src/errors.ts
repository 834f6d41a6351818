// What can go wrong, as errors that can be told apart.
import type { ErrorCode } from "./schema.ts";

/** The service refused. Branch on `code`; codes may be added. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: ErrorCode;
  /** Names the request in the dashboard's request log. */
  readonly requestId: string | undefined;

  constructor(
    status: number,
    { code, message, requestId }: { code: ErrorCode; message: string; requestId?: string | undefined },
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }
}

/** No answer came, or none of the service: the network, a proxy, a time limit. `cause` says which. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
}
