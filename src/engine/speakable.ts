// What may be logged of a line that an analysing process writes to stderr: a panic quotes what it stumbled over, and that
// may be the document's own words.

const PANIC = /panicked at ([\w./\\@+-]{1,200}\.rs:\d+:\d+)/;
const MEMORY = /memory allocation of \d+ bytes failed|JavaScript heap out of memory|std::bad_alloc/;

/** The place of a panic or words about memory; of anything else only how long it is. */
export function speakable(line: string): string {
  const place = PANIC.exec(line)?.[1];
  if (place !== undefined) return `panicked at ${place}`;
  return MEMORY.exec(line)?.[0] ?? `${line.length} characters that are not shown`;
}
