// The filter of the request log, as its form sends it: what cannot be understood is told and left out.
import { ERRORS } from "../../errors.ts";
import type { RequestFilter } from "../../requests.ts";
import { dayOf, endOf } from "../day.ts";

export const ERROR_CODES = Object.keys(ERRORS);

export const STATUSES: [value: string, label: string][] = [
  ["2", "2xx"],
  ["4", "4xx"],
  ["5", "5xx"],
  ...[...new Set([200, 202, ...Object.values(ERRORS).map(({ status }) => status)])]
    .sort()
    .map((status): [string, string] => [`${status}`, `${status}`]),
];

/** As it was sent, for the form and for the link to the next page. */
export type SentFilter = Record<"id" | "key" | "status" | "error" | "from" | "until", string>;

const REQUEST_ID = /^req_[0-9A-Za-z]{24}$/;

export function readRequestFilter(query: Record<string, string>) {
  const { id = "", key = "", status = "", error = "", from = "", until = "", after = "" } = query;
  const sent: SentFilter = { id: id.trim(), key, status, error, from, until };
  const problems = [
    sent.id === "" || REQUEST_ID.test(sent.id) ? undefined : "An X-Request-Id is req_ and 24 letters or digits.",
    [from, until].some((day) => day !== "" && dayOf(day) === undefined) ? "A day is written as 2026-11-23." : undefined,
  ];
  const filter: RequestFilter = {
    id: REQUEST_ID.test(sent.id) ? sent.id : undefined,
    keyId: /^key_[0-9A-Za-z]{24}$/.test(key) ? key : undefined,
    status: STATUSES.some(([value]) => value === status) ? Number(status) : undefined,
    errorCode: ERROR_CODES.find((code) => code === error),
    from: dayOf(from),
    until: endOf(until),
    after: readAfter(after),
  };
  return { sent, filter, problem: problems.find((one) => one !== undefined) };
}

/** The place where a page ends, as it stands in the link to the next one. */
export function writeAfter({ createdAt, id }: { createdAt: Date; id: string }): string {
  return `${createdAt.getTime()}.${id}`;
}

function readAfter(text: string): RequestFilter["after"] {
  const [, time = "", id = ""] = /^(\d{1,15})\.(req_[0-9A-Za-z]{24})$/.exec(text) ?? [];
  return id === "" ? undefined : { createdAt: new Date(Number(time)), id };
}
