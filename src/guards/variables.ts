// What the guards leave for the handlers of one request.
import type { HttpBindings } from "@hono/node-server";
import type { Person } from "../accounts/person.ts";
import type { ErrorCode } from "../errors.ts";
import type { KeyOwner } from "../keys.ts";

export interface AppEnv {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** Set once the key is known to be good. */
    owner: KeyOwner;
    /** The document that a request of the API is about, for the request log. */
    documentId: string;
    errorCode: ErrorCode;
    /** Who is signed in, on pages. */
    person: Person | undefined;
    /** What forms are bound to where nobody is. */
    formSubject: string;
  };
}
