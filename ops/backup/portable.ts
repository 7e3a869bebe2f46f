/** A value as Firestore's REST API writes it; every kind of them, unlike the logbook's own (functions/src/firestore/values.ts). */
export type AnyValue = { [kind: string]: unknown };
export type AnyFields = { [name: string]: AnyValue };

/**
 * Fields with every value in one form, whoever wrote it, and with references to the project's own documents as `/path`,
 * so that they hold in another project too. `root` is the full name that all its documents begin with.
 */
export function toPortable(fields: AnyFields, root: string): AnyFields {
  return mapReferences(fields, (name) => (name.startsWith(`${root}/`) ? name.slice(root.length) : name));
}

/** The reverse, for the project whose documents begin with `root`. */
export function fromPortable(fields: AnyFields, root: string): AnyFields {
  return mapReferences(fields, (name) => (name.startsWith("/") ? root + name : name));
}

function mapReferences(fields: AnyFields, change: (name: string) => string): AnyFields {
  const value = ({ mapValue, arrayValue, referenceValue, ...simple }: AnyValue): AnyValue => {
    if (mapValue !== undefined)
      return { mapValue: { fields: mapReferences((mapValue as { fields?: AnyFields }).fields ?? {}, change) } };
    if (arrayValue !== undefined)
      return { arrayValue: { values: ((arrayValue as { values?: AnyValue[] }).values ?? []).map(value) } };
    return typeof referenceValue === "string" ? { referenceValue: change(referenceValue) } : simple;
  };
  // A prototype would swallow a field called __proto__.
  const changed = Object.create(null) as AnyFields;
  for (const [name, inner] of Object.entries(fields)) changed[name] = value(inner);
  return changed;
}
