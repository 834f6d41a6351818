// The catalogue of findings: what each means, why it matters, which honest files raise it too.
import { type ExplainedGroup, readExplained } from "../report/explained.ts";
import { titleOf } from "./report/titles.ts";

let groups: ExplainedGroup[] | undefined;

export function SignalsView() {
  // Read when first asked for: the file is part of the installation and does not change.
  groups ??= readExplained();
  return (
    <article class="text">
      <h1>What a report may find</h1>
      <p>
        Every finding by the <code>id</code> that the API gives it, gravest first. Ids stay; new ones may come.{" "}
        <b>Counted</b> findings move the score; <b>supporting</b> ones are shown and never counted.
      </p>
      <nav class="pages" aria-label="Gravity">
        {groups.map(({ title, findings }) => (
          <a href={`#${anchorOf(title)}`}>{`${title} (${findings.length})`}</a>
        ))}
      </nav>
      {groups.map(({ title, findings }) => (
        <section id={anchorOf(title)}>
          <h2>{title}</h2>
          {findings.map(({ id, module, scored, meaning, why, honest }) => (
            <section id={id}>
              <h3>
                <a href={`#${id}`}>{titleOf(id, meaning)}</a>
              </h3>
              <p class="soft">
                <code>{id}</code> · {module} · {scored ? "counted" : "supporting"}
              </p>
              <p>{meaning}</p>
              <p>
                <b>Why it matters:</b> {why}
              </p>
              <p>
                <b>Honest files that show it too:</b> {honest}
              </p>
            </section>
          ))}
        </section>
      ))}
    </article>
  );
}

function anchorOf(title: string): string {
  return `gravity-${title.toLowerCase().replace(/[^a-z]+/g, "-")}`;
}
