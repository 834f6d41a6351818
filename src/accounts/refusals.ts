// What better-auth refuses, in our words. What is not named here is a failure of ours.
import { APIError } from "better-auth/api";
import { ApiError, type ErrorCode } from "../errors.ts";
import { PASSWORD_LENGTH } from "./auth.ts";

const SAID: Record<string, [ErrorCode, string]> = {
  INVALID_EMAIL_OR_PASSWORD: ["invalid_request", "The e-mail address or the password is wrong."],
  // Told only to who knows the password.
  EMAIL_NOT_VERIFIED: ["invalid_request", "This address is not confirmed yet. A new link has been sent to it."],
  INVALID_EMAIL: ["invalid_request", "This is no e-mail address."],
  INVALID_PASSWORD: ["invalid_request", "The password is wrong."],
  CREDENTIAL_ACCOUNT_NOT_FOUND: ["invalid_request", "This account has no password yet."],
  PASSWORD_ALREADY_SET: ["invalid_request", "This account has a password already."],
  PASSWORD_TOO_SHORT: ["invalid_request", `A password has at least ${PASSWORD_LENGTH.least} characters.`],
  PASSWORD_TOO_LONG: ["invalid_request", `A password has at most ${PASSWORD_LENGTH.most} characters.`],
  INVALID_TOKEN: ["invalid_request", "This link was used already, or it is not whole. Ask for a new one."],
  TOKEN_EXPIRED: ["invalid_request", "This link is too old. Ask for a new one."],
  USER_NOT_FOUND: ["invalid_request", "This link was used already, or it is not whole. Ask for a new one."],
  INVALID_USER: ["invalid_request", "This link is for another account than the one that is signed in."],
};

/** Runs a call of better-auth, and says its refusals as ours. */
export async function inOurWords<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    const said = error instanceof APIError ? SAID[error.body?.code ?? ""] : undefined;
    if (said === undefined) throw error;
    throw new ApiError(...said);
  }
}
