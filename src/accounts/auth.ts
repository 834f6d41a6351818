// People and their sessions by better-auth on our tables. Its own HTTP routes are not mounted: pages call the verbs
// beside this file, which call it, so that limits, forms and answers are ours.
import { type BetterAuthPlugin, betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { credentials, sessions, users, verifications } from "../db/people.ts";
import { newId, randomBase62 } from "../ids.ts";
import type { Services } from "../services.ts";
import { mayConfirm } from "./limits.ts";
import { confirmation, knownAlready, passwordReset } from "./mails.ts";
import { welcome } from "./welcome.ts";

export const PASSWORD_LENGTH = { least: 10, most: 128 };
/** How long links in mails work, in seconds. */
const CONFIRM_SECONDS = 24 * 3600;
const RESET_SECONDS = 3600;
const SESSION_SECONDS = 30 * 86_400;

export type Auth = ReturnType<typeof openAuth>;

/** What the verbs of this folder work with. */
export interface Accounts {
  services: Services;
  auth: Auth;
}

export function openAccounts(services: Services): Accounts {
  return { services, auth: openAuth(services) };
}

function openAuth(services: Services) {
  const { publicUrl, mail } = services;
  return betterAuth({
    appName: "assay",
    baseURL: publicUrl,
    secret: services.accountSecret.toString("base64url"),
    database: drizzleAdapter(services.db, {
      provider: "pg",
      schema: { user: users, session: sessions, account: credentials, verification: verifications },
    }),
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: PASSWORD_LENGTH.least,
      maxPasswordLength: PASSWORD_LENGTH.most,
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => mail.post(passwordReset(publicUrl, user.email, token)),
      // The form says the same in both cases; only the mailbox learns which it was.
      onExistingUserSignUp: async ({ user }) => mail.post(knownAlready(publicUrl, user.email)),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      expiresIn: CONFIRM_SECONDS,
      autoSignInAfterVerification: true,
      sendVerificationEmail: async ({ user, token }) => {
        if (await mayConfirm(services, user.email)) mail.post(confirmation(publicUrl, user.email, token));
      },
      afterEmailVerification: (user) => welcome(services, user.id).then(() => undefined),
    },
    user: { changeEmail: { enabled: true } },
    session: { expiresIn: SESSION_SECONDS },
    verification: { storeIdentifier: "hashed" },
    // Counted over all replicas by our own windows, before it is called.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: "error",
      // Its sentences may name an address: only the error among what it tells is logged.
      log: (_level, _message, ...told) =>
        services.log.error(
          "accounts_failed",
          told.find((one) => one instanceof Error),
        ),
    },
    advanced: {
      cookiePrefix: "assay",
      useSecureCookies: publicUrl.startsWith("https:"),
      ipAddress: { disableIpTracking: true },
      database: {
        generateId: ({ model }) => (model === "user" ? newId("usr") : randomBase62(24)),
        // The columns of signing in through others are left out: nothing here does.
        validateSchema: false,
      },
    },
    plugins: [entering],
  });
}

/** Signs somebody in whom a link has made known; reached by our verbs only, never by a request. */
const entering = {
  id: "entering",
  endpoints: {
    enter: createAuthEndpoint.serverOnly(
      { method: "POST", body: z.object({ userId: z.string() }), requireHeaders: true },
      async (ctx) => {
        const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId);
        if (!user) return ctx.json({ entered: false });
        const session = await ctx.context.internalAdapter.createSession(user.id);
        await setSessionCookie(ctx, { session, user });
        return ctx.json({ entered: true });
      },
    ),
  },
} satisfies BetterAuthPlugin;
