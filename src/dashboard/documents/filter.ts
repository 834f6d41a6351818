// The list's filter, as its form sends it: what cannot be understood is told and left out.
import { externalIdFault } from "../../documents/external-id.ts";
import type { Filter } from "../../documents/read.ts";
import { Verdict } from "../../report.ts";
import { dayOf, endOf } from "../day.ts";

export const STATES = [...Verdict.options, "failed", "processing"] as const;

/** As it was sent, for the form and for the link to the next page. */
export type Sent = { verdict: string; external_id: string; name: string; from: string; until: string };

export function readFilter(query: Record<string, string>): { filter: Filter; sent: Sent; problem?: string } {
  const { verdict = "", external_id = "", name = "", from = "", until = "", notice } = query;
  const problems = [
    external_id ? externalIdFault(external_id) : undefined,
    name.includes("\0") ? "A name does not contain NUL." : undefined,
    [from, until].some((day) => day !== "" && dayOf(day) === undefined) ? "A day is written as 2026-11-23." : undefined,
    notice === "quota" ? "No checks are left; nothing was checked." : undefined,
  ];
  const problem = problems.find((one) => one !== undefined);
  return {
    sent: { verdict, external_id, name, from, until },
    filter: {
      verdict: STATES.find((state) => state === verdict),
      externalId: external_id && !problems[0] ? external_id : undefined,
      name: name && !problems[1] ? name.slice(0, 255) : undefined,
      from: dayOf(from),
      until: endOf(until),
    },
    ...(problem && { problem }),
  };
}
