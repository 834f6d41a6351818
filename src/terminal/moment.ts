// A point in time as a person names it on the command line: a day, or a day and an hour with its zone (RFC 3339).
import { StartError } from "../errors.ts";

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{4})-(\d{2})-(\d{2})[Tt]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})$/;

/** A day alone is its end in UTC: whatever came on that day was there by then. */
export function readMoment(words: string, option: string): Date {
  const day = DAY.exec(words);
  const [, year, month, date] = day ?? TIME.exec(words) ?? [];
  const moment = new Date(day ? `${words}T23:59:59Z` : words.toUpperCase());
  if (year === undefined || Number.isNaN(moment.getTime()) || !isDay(Number(year), Number(month), Number(date))) {
    throw new StartError(
      `${option} must be a day such as 2026-03-01, or a time with its zone such as 2026-03-01T09:30:00Z.`,
    );
  }
  return moment;
}

/** JavaScript takes 30 February for 2 March. */
function isDay(year: number, month: number, date: number): boolean {
  return new Date(Date.UTC(year, month - 1, date)).getUTCDate() === date;
}
