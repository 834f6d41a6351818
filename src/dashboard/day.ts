// Days as forms send them.
export const DAY_MILLISECONDS = 86_400_000;

/** The beginning of a day in UTC, or undefined for what is no day. */
export function dayOf(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00.000Z`);
  // JavaScript reads the 31st of February as a day in March.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? day : undefined;
}

/** The end of the day that is named: it belongs to what is asked for. */
export function endOf(text: string): Date | undefined {
  const day = dayOf(text);
  return day && new Date(day.getTime() + DAY_MILLISECONDS);
}
