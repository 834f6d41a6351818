// The caller's metadata: checked, kept as the text that was sent, returned as data and never looked into.

const BYTES = 2048;
const DEPTH = 32;

/** What is wrong with the text, or undefined when it can be kept. */
export function metadataFault(text: string): string | undefined {
  if (Buffer.byteLength(text) > BYTES) return `metadata must be at most ${BYTES} bytes.`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "metadata must be a JSON object; it is not JSON.";
  }
  if (!isObject(value) || Array.isArray(value)) return "metadata must be a JSON object.";
  if (isDeeperThan(value, DEPTH)) return `metadata must not be nested deeper than ${DEPTH}.`;
  return undefined;
}

/** TypeScript's library does not know this part of JSON yet. */
const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON(text: string): unknown;
  isRawJSON(value: unknown): boolean;
};

/** Numbers keep the digits they were sent with: order numbers do not fit a double. */
export function parseMetadata(text: string | null): Record<string, unknown> {
  if (text === null) return {};
  return JSON.parse(text, function keepDigits(_key, value, context?: { source?: string }) {
    const source = context?.source;
    return typeof value === "number" && source !== undefined && String(value) !== source ? rawJSON(source) : value;
  });
}

/** The same data written the same way, whatever its white space and order of keys. */
export function canonicalMetadata(text: string | null): string {
  return JSON.stringify(parseMetadata(text), (_key, value) => {
    if (!isObject(value) || Array.isArray(value) || isRawJSON(value)) return value;
    const sorted: Record<string, unknown> = Object.create(null);
    for (const key of Object.keys(value).sort()) sorted[key] = value[key];
    return sorted;
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (!isObject(value)) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(member, levels - 1));
}
