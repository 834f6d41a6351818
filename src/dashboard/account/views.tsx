// The pages of who is not signed in yet: signing up and in, forgotten passwords, links from mails.
import type { Child } from "hono/jsx";
import { Field, Problem } from "../form.tsx";

type FormProps = { field: Child; problem?: string | undefined; email?: string | undefined };

export const PASSWORD_HINT = "At least 10 characters; a sentence is easiest to keep.";

export function SignUpView({ field, problem, email, name }: FormProps & { name?: string | undefined }) {
  return (
    <article class="text">
      <h1>Sign up</h1>
      <Problem message={problem} />
      <p>Three checks are free once your e-mail address is confirmed.</p>
      <form method="post" action="/sign-up" class="stack">
        {field}
        <Field name="name" label="Your name" value={name} autocomplete="name" maxlength={100} />
        <Field name="email" label="E-mail" type="email" value={email} autocomplete="email" maxlength={254} />
        <Field
          name="password"
          label="Password"
          type="password"
          hint={PASSWORD_HINT}
          autocomplete="new-password"
          minlength={10}
          maxlength={128}
        />
        <button type="submit" class="main">
          Sign up
        </button>
      </form>
      <p>
        You have an account? <a href="/sign-in">Sign in</a>. <a href="/legal/data">What is stored of you</a>.
      </p>
    </article>
  );
}

export function SignInView({ field, problem, email, next, done }: FormProps & { next: string; done?: Child }) {
  return (
    <article class="text">
      <h1>Sign in</h1>
      {done ? (
        <p class="notice good" role="status">
          {done}
        </p>
      ) : null}
      <Problem message={problem} />
      <form method="post" action="/sign-in" class="stack">
        {field}
        <input type="hidden" name="next" value={next} />
        <Field name="email" label="E-mail" type="email" value={email} autocomplete="username" maxlength={254} />
        <Field name="password" label="Password" type="password" autocomplete="current-password" maxlength={128} />
        <button type="submit" class="main">
          Sign in
        </button>
      </form>
      <p>
        <a href="/forgot">Forgot your password?</a> No account yet? <a href="/sign-up">Sign up</a>.
      </p>
    </article>
  );
}

/** The same whether there was an account or not. */
export function MailSentView({ email }: { email: string }) {
  return (
    <article class="text">
      <h1>Look into your mailbox</h1>
      <p>
        A mail is on its way to <b>{email}</b>. Open the link in it to go on. If none comes within some minutes, look
        into the folder for spam, or see whether the address is spelled right.
      </p>
      <p>
        <a href="/sign-in">Sign in</a>
      </p>
    </article>
  );
}

export function ForgotView({ field, problem, email }: FormProps) {
  return (
    <article class="text">
      <h1>Forgot your password?</h1>
      <Problem message={problem} />
      <form method="post" action="/forgot" class="stack">
        {field}
        <Field name="email" label="E-mail" type="email" value={email} autocomplete="username" maxlength={254} />
        <button type="submit" class="main">
          Send a link
        </button>
      </form>
    </article>
  );
}

export function ResetView({ field, problem, token }: FormProps & { token: string }) {
  return (
    <article class="text">
      <h1>Set a new password</h1>
      <Problem message={problem} />
      <form method="post" action="/reset" class="stack">
        {field}
        <input type="hidden" name="token" value={token} />
        <Field
          name="password"
          label="New password"
          type="password"
          hint={PASSWORD_HINT}
          autocomplete="new-password"
          minlength={10}
          maxlength={128}
        />
        <button type="submit" class="main">
          Set the password
        </button>
      </form>
      <p class="soft">All sessions of your account end with it.</p>
    </article>
  );
}

/** A form and no link: programs that look into mails open links, and must not use them up. */
export function ConfirmView({ field, problem, token }: FormProps & { token: string }) {
  return (
    <article class="text">
      <h1>Confirm your e-mail address</h1>
      <Problem message={problem} />
      <form method="post" action="/confirm" class="stack">
        {field}
        <input type="hidden" name="token" value={token} />
        <button type="submit" class="main">
          Yes, this is my address
        </button>
      </form>
      <p class="soft">If you did not sign up here, close this page: nothing happens without the button.</p>
    </article>
  );
}
