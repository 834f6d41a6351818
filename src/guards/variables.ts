// What the guards leave for the handlers of one request.
import type { HttpBindings } from "@hono/node-server";
import type { ErrorCode } from "../errors.ts";
import type { KeyOwner } from "../keys.ts";

export interface AppEnv {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** Set once the key is known to be good. */
    owner: KeyOwner;
    errorCode: ErrorCode;
  };
}
