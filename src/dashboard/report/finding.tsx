// One finding: what was seen, where, what was there before, and which honest files look the same.
import type { Child } from "hono/jsx";
import { Foreign } from "./foreign.tsx";
import type { Frame } from "./frame.ts";
import type { Finding, Place } from "./model.ts";
import { CropView } from "./sheet.tsx";
import { BEFORE_NOW, type Sides } from "./titles.ts";
import { GRADES } from "./words.ts";

/** Places whose pictures are shown at once; the others fold away. */
const OPEN = 3;

type FindingProps = {
  finding: Finding;
  frame: Frame;
  chosen: boolean;
  /** What else its cause left behind. */
  children?: Child;
};

export function FindingView({ finding, frame, chosen, children }: FindingProps) {
  const { number, grade, title, honestCause, counted, sides } = finding;
  const places = withoutEchoes(finding.places);
  const [shown, folded] = [places.slice(0, OPEN), places.slice(OPEN)];
  return (
    <li id={`finding-${number}`} class={`finding ${grade}${chosen ? " chosen" : ""}`}>
      <h3>
        <span class={`tag ${grade}`} aria-hidden="true">
          {number}
        </span>
        <a href={frame.finding(number)}>{title}</a> <span class="grade">{counted ? GRADES[grade] : "not counted"}</span>
      </h3>
      {shown.map((place) => (
        <PlaceView place={place} frame={frame} number={number} sides={sides} />
      ))}
      {folded.length > 0 ? (
        <details>
          <summary>{folded.length} more places</summary>
          {folded.map((place) => (
            <PlaceView place={place} frame={frame} number={number} sides={sides} />
          ))}
        </details>
      ) : null}
      {honestCause ? (
        <p class="honest">
          <strong>Honest files that look the same:</strong> {honestCause}
        </p>
      ) : null}
      {children}
    </li>
  );
}

/** Two places of one sum have one reason: it is told once. */
function withoutEchoes(places: Place[]): Place[] {
  return places.map((place, index) =>
    places.slice(0, index).some(({ evidence }) => evidence === place.evidence) ? { ...place, evidence: null } : place,
  );
}

function PlaceView({ place, frame, number, sides }: { place: Place; frame: Frame; number: number; sides: Sides }) {
  const { page, field, oldValue, newValue, evidence, now, before, shownAt } = place;
  return (
    <div class="place">
      <p class="values">
        {page === null ? (
          <span class="where">Whole file</span>
        ) : (
          <a class="where" href={frame.page(page)} aria-label={`Show finding ${number} on page ${page}`}>
            Page {page}
          </a>
        )}{" "}
        <Values field={field} oldValue={oldValue} newValue={newValue} sides={sides} />
      </p>
      {shownAt === null ? (
        <>
          {before ? (
            <CropView frame={frame} crop={before} kind="before" label={`Before (save ${before.shot.save})`} />
          ) : null}
          {now ? <CropView frame={frame} crop={now} kind="now" label="Now" /> : null}
        </>
      ) : (
        <p class="soft">
          The place shown at <a href={frame.finding(shownAt)}>finding {shownAt}</a>.
        </p>
      )}
      {evidence ? (
        <p class="evidence">
          <Foreign text={evidence} />
        </p>
      ) : null}
    </div>
  );
}

type ValuesProps = { field: string | null; oldValue: string | null; newValue: string | null; sides: Sides };

/** One side alone is what was seen, not proof that the other was empty. */
export function Values({ field, oldValue, newValue, sides }: ValuesProps) {
  // Struck out is only what really stood there before.
  const [Old, Now] = sides === BEFORE_NOW ? (["del", "ins"] as const) : (["b", "b"] as const);
  return (
    <>
      {field === null ? null : (
        <span class="field">
          <Foreign text={field} />:{" "}
        </span>
      )}
      {oldValue === null ? null : (
        <>
          <span class="side">{sides.old}</span>{" "}
          <Old>
            <Foreign text={oldValue} />
          </Old>
        </>
      )}
      {oldValue !== null && newValue !== null ? ", " : null}
      {newValue === null ? null : (
        <>
          <span class="side">{sides.now}</span>{" "}
          <Now>
            <Foreign text={newValue} />
          </Now>
        </>
      )}
    </>
  );
}
