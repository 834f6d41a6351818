// A page as a picture with its marks, and a part of one. Drawn as SVG: it needs neither script nor style in the markup,
// and a mark keeps its place at any size.
import type { Shot } from "../../saves.ts";
import type { Frame, Picture } from "./frame.ts";
import type { Box, Crop, Mark, Size } from "./model.ts";
import { overlap } from "./places.ts";
import { GRADES } from "./words.ts";

/** Radius of a mark's number, and of what can be hit with a finger, in points; the stylesheet enlarges both on a phone. */
const BADGE = 8;
const TARGET = 18;
/** How far from the edge of the page a number stands, so that it is whole when enlarged. */
const EDGE = 16;
/** How far an outline stays off the letters. */
const MARGIN = 1.5;

type SheetProps = {
  frame: Frame;
  shot: Shot;
  size: Size;
  label: string;
  marks?: Mark[];
  /** Areas that a save changed, drawn without number. */
  changed?: Box[];
  kind?: "before" | "now";
};

export function Sheet({ frame, shot, size, label, marks = [], changed = [], kind = "now" }: SheetProps) {
  const picture = frame.picture(shot);
  const places = marks.map((mark, index) => {
    const beside = marks.slice(0, index).filter((one) => overlap(around(one.box), around(mark.box)));
    return { mark, at: badgeAt(mark.box, size, beside.length), href: frame.finding(mark.finding) };
  });
  return (
    <figure class="sheet">
      <figcaption>{label}</figcaption>
      {"problem" in picture ? (
        <p class="undrawn">The page cannot be shown: {picture.problem} The marks stand on a blank page.</p>
      ) : null}
      <section class="scroll" tabindex={0} aria-label={label}>
        <svg
          viewBox={`0 0 ${round(size.width)} ${round(size.height)}`}
          width={round(size.width)}
          height={round(size.height)}
        >
          <title>{label}</title>
          <Paper picture={picture} size={size} />
          {changed.map((box) => (
            <Outline box={box} kind={`change ${kind}`} />
          ))}
          {/* Beneath all marks: what a finger may miss by never covers the number of another. */}
          {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: the marks are these very links, told and reached once */}
          <g class="targets" aria-hidden="true">
            {places.map(({ at, href }) => (
              <a href={href} tabindex={-1}>
                <circle class="target" cx={at.x} cy={at.y} r={TARGET} />
              </a>
            ))}
          </g>
          {places.map(({ mark, at, href }) => (
            <Badge mark={mark} at={at} size={size} href={href} />
          ))}
        </svg>
      </section>
    </figure>
  );
}

export function CropView({ frame, crop, kind, label }: { frame: Frame; crop: Crop; kind: string; label: string }) {
  const { window, sheet, box, shot } = crop;
  return (
    <figure class="crop">
      <figcaption>{label}</figcaption>
      <svg
        viewBox={`${round(window.x)} ${round(window.y)} ${round(window.width)} ${round(window.height)}`}
        width={round(window.width * 1.4)}
        height={round(window.height * 1.4)}
        role="img"
        aria-label={`Part of page ${shot.page}, ${label}`}
      >
        <Paper picture={frame.picture(shot)} size={sheet} />
        <Outline box={box} kind={kind} />
      </svg>
    </figure>
  );
}

function Paper({ picture, size }: { picture: Picture; size: Size }) {
  const area = { x: 0, y: 0, width: round(size.width), height: round(size.height) };
  return (
    <>
      <rect class="paper" {...area} />
      {"href" in picture ? <image href={picture.href} {...area} preserveAspectRatio="none" /> : null}
      {"symbol" in picture ? (
        <use href={`#${picture.symbol}`} transform={`scale(${area.width} ${area.height})`} />
      ) : null}
    </>
  );
}

function Outline({ box, kind }: { box: Box; kind: string }) {
  const { x, y, width, height } = around(box);
  return (
    <rect class={`outline ${kind}`} x={round(x)} y={round(y)} width={round(width)} height={round(height)} rx={1.5} />
  );
}

/** Marks of one place stand side by side: each is `shift` badges off the first, to its left where the page ends. */
export function badgeAt(box: Box, size: Size, shift: number): { x: number; y: number } {
  const step = 2 * BADGE + 2;
  const fit = Math.max(0, Math.floor((size.width - EDGE - box.x - box.width) / step));
  const wanted = shift < fit ? box.x + box.width + BADGE + shift * step : box.x - BADGE - (shift - fit) * step;
  const within = (value: number, length: number) => round(Math.max(EDGE, Math.min(value, length - EDGE)));
  return { x: within(wanted, size.width), y: within(box.y - 3, size.height) };
}

type BadgeProps = { mark: Mark; at: { x: number; y: number }; size: Size; href: string };

function Badge({ mark, at: { x, y }, size, href }: BadgeProps) {
  const { finding, grade, box, text } = mark;
  const rightHalf = box.x + box.width / 2 > size.width / 2;
  return (
    <a
      class={`mark ${grade}`}
      href={href}
      aria-label={`Finding ${finding}${text === null ? "" : ` ${text}`}, ${GRADES[grade]}`}
    >
      <Outline box={box} kind={grade} />
      <Shape grade={grade} x={x} y={y} />
      <text class="number" x={x} y={y} dy="0.35em" text-anchor="middle">
        {finding}
      </text>{" "}
      {text === null ? null : (
        // Towards the middle of the page, where there is room for it.
        <text
          class="must"
          x={round(rightHalf ? box.x + box.width : box.x)}
          y={round(box.y + box.height + 11)}
          text-anchor={rightHalf ? "end" : "start"}
        >
          {text}
        </text>
      )}
    </a>
  );
}

/** Grades differ in shape as in colour: a disc, a square, a diamond; what is no finding against the file is hollow. */
function Shape({ grade, x, y }: { grade: Mark["grade"]; x: number; y: number }) {
  if (grade === "medium") return <rect class="badge" x={x - 7.5} y={y - 7.5} width={15} height={15} rx={2} />;
  if (grade === "low") {
    return <path class="badge" d={`M${x} ${y - 10}L${x + 10} ${y}L${x} ${y + 10}L${x - 10} ${y}Z`} />;
  }
  return <circle class={grade === "note" ? "badge hollow" : "badge"} cx={x} cy={y} r={BADGE} />;
}

function around({ x, y, width, height }: Box): Box {
  return { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN };
}

function round(points: number): number {
  return Math.round(points * 100) / 100;
}
