// The frame of every page: head, navigation, foot. Nothing inline, nothing from elsewhere.
import { html } from "hono/html";
import type { Child } from "hono/jsx";
import type { Person } from "../accounts/person.ts";
import { asset } from "./assets.ts";
import { Foreign } from "./report/foreign.tsx";
import type { PageParts } from "./shell.ts";
import { STYLE } from "./style.ts";

export const STYLE_ASSET = asset("assay", "css", STYLE);

const PLACES: [path: string, name: string][] = [
  ["/documents", "Documents"],
  ["/developers/keys", "Developers"],
  ["/usage", "Usage"],
  ["/settings", "Settings"],
];

type FrameProps = Pick<PageParts, "title" | "styles" | "scripts" | "body"> & {
  path: string;
  person: Person | undefined;
  field: Child;
};

export function frame({ title, styles = [], scripts = [], body, path, person, field }: FrameProps) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · assay</title>
<link rel="icon" href="data:,">
${[STYLE_ASSET.path, ...styles].map((href) => <link rel="stylesheet" href={href} />)}
${scripts.map((src) => <script type="module" src={src} />)}
</head>
<body>
${<Top path={path} person={person} field={field} />}
<main id="main">${body}</main>
${<Foot />}
</body>
</html>`;
}

function Top({ path, person, field }: Pick<FrameProps, "path" | "person" | "field">) {
  const places = person?.operator ? [...PLACES, ["/operator", "Operator"] as const] : PLACES;
  return (
    <header>
      <a class="skip" href="#main">
        To the content
      </a>
      <div class="top">
        <a class="brand" href="/">
          assay
        </a>
        <nav aria-label="Main">
          {person
            ? places.map(([href, name]) => (
                <a href={href} aria-current={isWithin(path, href) ? "page" : undefined}>
                  {name}
                </a>
              ))
            : null}
        </nav>
        {person ? <SignedIn person={person} field={field} /> : <SignedOut />}
      </div>
    </header>
  );
}

function SignedIn({ person, field }: { person: Person; field: Child }) {
  return (
    <>
      {person.current ? (
        <a href="/settings/organization">
          <Foreign text={person.current.name} />
        </a>
      ) : null}
      <form method="post" action="/sign-out">
        {field}
        <button type="submit" class="plain">
          Sign out
        </button>
      </form>
    </>
  );
}

function SignedOut() {
  return (
    <>
      <a href="/sign-in">Sign in</a>
      <a href="/sign-up">Sign up</a>
    </>
  );
}

function Foot() {
  return (
    <footer class="foot">
      <a href="/docs">API reference</a>
      <a href="/docs/signals">Findings</a>
      <a href="/legal/data">What is stored</a>
    </footer>
  );
}

/** `/developers/keys` stands for all of `/developers`. */
function isWithin(path: string, place: string): boolean {
  const room = `/${place.split("/")[1]}`;
  return path === room || path.startsWith(`${room}/`);
}
