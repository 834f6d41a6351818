// The start page for who is not signed in: what the service does, how to begin, what its answers mean.
import { VERDICTS } from "./verdicts.ts";

export function StartView({ publicUrl }: { publicUrl: string }) {
  return (
    <article class="text">
      <h1>Tells an edited PDF from a genuine one</h1>
      <p>
        Drop a bank statement, payslip, letter, invoice or receipt. The answer is a verdict, a score from 0 to 100, and
        every finding with its place on the page and, where a value was changed, what it read before.
      </p>
      <p>
        <a class="button main" href="/sign-up">
          Sign up
        </a>{" "}
        <a class="button" href="/sign-in">
          Sign in
        </a>
      </p>
      <h2>From a program</h2>
      <pre
        tabindex={0}
      >{`curl -H 'Authorization: Bearer <API_KEY>' -F file=@document.pdf ${publicUrl}/api/v1/documents`}</pre>
      <p>
        Keys are made in the dashboard; the <a href="/docs">API reference</a> says the rest.
      </p>
      <h2>What a verdict means</h2>
      <section class="scroll" tabindex={0} aria-label="What a verdict means">
        <table>
          <tbody>
            {VERDICTS.map(([verdict, meaning]) => (
              <tr>
                <th scope="row">
                  <code>{verdict}</code>
                </th>
                <td>{meaning}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </article>
  );
}
