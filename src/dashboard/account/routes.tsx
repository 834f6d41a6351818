// The addresses of who is not signed in yet. Every answer is the same whether an address has an account or not.
import { type Context, Hono } from "hono";
import type { Accounts } from "../../accounts/auth.ts";
import { enterByToken } from "../../accounts/first-start.ts";
import {
  type Asking,
  askForReset,
  type Cookies,
  confirmEmail,
  resetPassword,
  signIn,
  signOut,
  signUp,
} from "../../accounts/people.ts";
import { isLoopback } from "../../config.ts";
import { ApiError } from "../../errors.ts";
import type { AppEnv } from "../../guards/variables.ts";
import { problemOf, readForm } from "../form.tsx";
import type { Shell } from "../shell.ts";
import { ConfirmView, ForgotView, MailSentView, ResetView, SignInView, SignUpView } from "./views.tsx";

const HOME = "/documents";
const PATHS = ["/sign-up", "/sign-in", "/sign-out", "/forgot", "/reset", "/confirm", "/enter"];

export function accountPages(accounts: Accounts, shell: Shell): Hono<AppEnv> {
  const pages = new Hono<AppEnv>();
  for (const path of PATHS) pages.use(path, ...shell.visitor);
  const asking = (c: Context<AppEnv>): Asking => ({ headers: c.req.raw.headers, address: shell.address(c) });
  signingUp(pages, accounts, shell, asking);
  signingIn(pages, accounts, shell, asking);
  passwords(pages, accounts, shell, asking);
  entering(pages, accounts);
  return pages;
}

type Ask = (c: Context<AppEnv>) => Asking;

function signingUp(pages: Hono<AppEnv>, accounts: Accounts, shell: Shell, asking: Ask): void {
  pages.get("/sign-up", (c) => {
    if (c.get("person")) return c.redirect(HOME, 303);
    return shell.page(c, { title: "Sign up", body: <SignUpView field={shell.formField(c)} /> });
  });
  pages.post("/sign-up", async (c) => {
    const { name = "", email = "", password = "" } = await readForm(c);
    try {
      await signUp(accounts, { name, email, password }, asking(c));
      return shell.page(c, { title: "Sign up", body: <MailSentView email={email} /> });
    } catch (error) {
      const { message, status } = problemOf(error, c);
      const body = <SignUpView field={shell.formField(c)} problem={message} email={email} name={name} />;
      return shell.page(c, { title: "Sign up", body, status });
    }
  });
  pages.get("/confirm", (c) => {
    const body = <ConfirmView field={shell.formField(c)} token={c.req.query("token") ?? ""} />;
    return shell.page(c, { title: "Confirm", body });
  });
  pages.post("/confirm", async (c) => {
    const { token = "" } = await readForm(c);
    try {
      giveCookies(c, await confirmEmail(accounts, token, c.req.raw.headers));
      return c.redirect(HOME, 303);
    } catch (error) {
      const { message, status } = problemOf(error, c);
      const body = <SignInView field={shell.formField(c)} problem={message} next={HOME} />;
      return shell.page(c, { title: "Confirm", body, status });
    }
  });
}

function signingIn(pages: Hono<AppEnv>, accounts: Accounts, shell: Shell, asking: Ask): void {
  pages.get("/sign-in", (c) => {
    const next = ownPath(c.req.query("next"));
    if (c.get("person")) return c.redirect(next, 303);
    const done = c.req.query("reset") === "done" ? "Your password is set. Sign in with it." : undefined;
    return shell.page(c, { title: "Sign in", body: <SignInView field={shell.formField(c)} next={next} done={done} /> });
  });
  pages.post("/sign-in", async (c) => {
    const { email = "", password = "", next } = await readForm(c);
    try {
      giveCookies(c, await signIn(accounts, { email, password }, asking(c)));
      return c.redirect(ownPath(next), 303);
    } catch (error) {
      const { message, status } = problemOf(error, c);
      const body = <SignInView field={shell.formField(c)} problem={message} email={email} next={ownPath(next)} />;
      return shell.page(c, { title: "Sign in", body, status });
    }
  });
  pages.post("/sign-out", async (c) => {
    giveCookies(c, await signOut(accounts, c.req.raw.headers));
    return c.redirect("/", 303);
  });
}

function passwords(pages: Hono<AppEnv>, accounts: Accounts, shell: Shell, asking: Ask): void {
  pages.get("/forgot", (c) =>
    shell.page(c, { title: "Forgot your password", body: <ForgotView field={shell.formField(c)} /> }),
  );
  pages.post("/forgot", async (c) => {
    const { email = "" } = await readForm(c);
    try {
      await askForReset(accounts, email, asking(c));
      return shell.page(c, { title: "Forgot your password", body: <MailSentView email={email} /> });
    } catch (error) {
      const { message, status } = problemOf(error, c);
      const body = <ForgotView field={shell.formField(c)} problem={message} email={email} />;
      return shell.page(c, { title: "Forgot your password", body, status });
    }
  });
  pages.get("/reset", (c) => {
    const body = <ResetView field={shell.formField(c)} token={c.req.query("token") ?? ""} />;
    return shell.page(c, { title: "Set a new password", body });
  });
  pages.post("/reset", async (c) => {
    const { token = "", password = "" } = await readForm(c);
    try {
      await resetPassword(accounts, token, password);
      return c.redirect("/sign-in?reset=done", 303);
    } catch (error) {
      const { message, status } = problemOf(error, c);
      const body = <ResetView field={shell.formField(c)} problem={message} token={token} />;
      return shell.page(c, { title: "Set a new password", body, status });
    }
  });
}

function entering(pages: Hono<AppEnv>, accounts: Accounts): void {
  pages.get("/enter", async (c) => {
    if (!fromThisMachine(c)) throw new ApiError("not_found", "No such route.");
    giveCookies(c, await enterByToken(accounts, c.req.query("token") ?? "", c.req.raw.headers));
    return c.redirect(HOME, 303);
  });
}

/** A proxy on this machine connects from it too; it says so in a header, whether it is trusted or not. */
function fromThisMachine(c: Context<AppEnv>): boolean {
  const forwarded = ["Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"].some((name) => c.req.header(name));
  const address = (c.env.incoming.socket.remoteAddress ?? "").replace(/^::ffff:/i, "");
  return !forwarded && isLoopback(address);
}

export function giveCookies(c: Context<AppEnv>, cookies: Cookies): void {
  for (const cookie of cookies) c.header("Set-Cookie", cookie, { append: true });
}

/** A path of this service: never an address of another, however it is written. */
function ownPath(next: string | undefined): string {
  if (!next?.startsWith("/") || /^\/[/\\]|[\p{Cc}\\]/u.test(next)) return HOME;
  return next;
}
