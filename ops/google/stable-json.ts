/** JSON with sorted keys, so that equal data gives equal text. It keeps -0, which Firestore distinguishes from 0. */
export function stableJson(value: unknown): string {
  if (Object.is(value, -0)) return "-0";
  if (Array.isArray(value)) return `[${value.map(stableJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, inner]) => `${JSON.stringify(key)}:${stableJson(inner)}`).join(",")}}`;
}
