/** Whether a value is an object or a list. The types of its fields are not checked. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Whether a value has fields of these types, such as `{ name: "string" }`. */
export function hasFields(value: unknown, types: Readonly<Record<string, string>>): value is Record<string, unknown> {
  return isRecord(value) && Object.entries(types).every(([field, type]) => typeof value[field] === type);
}
