/** JSON with sorted keys, so that equal data gives equal text. It keeps -0, which Firestore distinguishes from 0. */
export function stableJson(value: unknown): string {
  if (Object.is(value, -0)) return "-0";
  if (Array.isArray(value)) return `[${value.map(stableJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  // JSON leaves out fields that are `undefined`.
  const entries = Object.entries(value).filter(([, fieldValue]) => fieldValue !== undefined);
  const sortedEntries = entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sortedEntries.map(([key, fieldValue]) => `${JSON.stringify(key)}:${stableJson(fieldValue)}`).join(",")}}`;
}
