// What is stored, where and for how long; what each verdict means and does not mean.
import { VERDICTS } from "../verdicts.ts";

const STORED: [what: string, where: string, long: string][] = [
  [
    "The uploaded file, pictures of its pages, what was found in it",
    "Files below DATA_DIR under random names, outside any public path; the verdict in the database",
    "30 days after the upload, or until you delete the document",
  ],
  [
    "Your reference (external_id), metadata and the file's name",
    "The database, beside the document",
    "With the document, and gone with it",
  ],
  [
    "The request log: time, method, path, status, error, key, document",
    "The database; no network addresses, no query strings, no bodies",
    "30 days",
  ],
  [
    "API keys",
    "The database, as a SHA-256 hash with the first characters and when it was last used",
    "Until the organization is deleted",
  ],
  ["How many documents a day, by API or dashboard", "The database; numbers alone", "Until the organization is deleted"],
  ["Your name and e-mail address; the password as a scrypt hash", "The database", "Until you delete your account"],
  [
    "Sessions: when you signed in, and with which browser",
    "The database; no network addresses",
    "30 days after the last use, or until they are ended",
  ],
  ["Invitations that were not taken up: the e-mail address", "The database", "7 days"],
  [
    "Mails that the mail server did not take: the e-mail address and the text",
    "A folder that the service alone can read",
    "Until its next start, which sends them if they are younger than 7 days",
  ],
  [
    "Limits: how often an address or a key asked in the last minutes",
    "The database; typed e-mail addresses as a hash",
    "One hour",
  ],
  [
    "Requests refused for a bad key: the network address, the day and how many",
    "The database, seen by the operator",
    "30 days",
  ],
];

export function StoredView() {
  return (
    <article class="text">
      <h1>What is stored, and what a verdict means</h1>
      <p>
        A check reads the file alone. Nobody is asked: not the issuer of the document, no other service. Files are not
        shared with third parties and train no model. Everything stays with whoever runs this service.
      </p>
      <h2>What is stored</h2>
      <section class="scroll" tabindex={0} aria-label="What is stored">
        <table>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Where and how</th>
              <th scope="col">How long</th>
            </tr>
          </thead>
          <tbody>
            {STORED.map(([what, where, long]) => (
              <tr>
                <th scope="row">{what}</th>
                <td>{where}</td>
                <td>{long}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p>
        Cookies: one that keeps your session, one that ties forms to your browser. Both are needed for the pages to
        work; there are no others.
      </p>
      <h2>What deleting does</h2>
      <ul>
        <li>A document: its file, its report, its pictures and your reference go at once. The check stays used.</li>
        <li>
          An account: your name, address, password and sessions go at once; an organization that has no other member
          goes with everything it holds.
        </li>
        <li>Backups are the affair of whoever runs this service.</li>
      </ul>
      <h2>What a verdict means, and what it does not</h2>
      <section class="scroll" tabindex={0} aria-label="What a verdict means">
        <table>
          <thead>
            <tr>
              <th scope="col">Verdict</th>
              <th scope="col">It means</th>
              <th scope="col">It does not mean</th>
            </tr>
          </thead>
          <tbody>
            {VERDICTS.map(([verdict, meaning, not]) => (
              <tr>
                <th scope="row">
                  <code>{verdict}</code>
                </th>
                <td>{meaning}</td>
                <td>{not}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p>
        The score follows the verdict and never contradicts it. A verdict is a machine's: before it costs somebody a
        flat, a job or a loan, a person should read the findings, their honest causes, and hear the other side. The{" "}
        <a href="/docs/signals">list of findings</a> says of each what it sees and which honest files show it too.
      </p>
    </article>
  );
}
