/** A value of any kind in the form of Firestore's REST API. The types in `functions/` have only the logbook's kinds. */
export type AnyValue = { [kind: string]: unknown };
export type AnyFields = { [name: string]: AnyValue };

/**
 * Makes fields valid in any project: references to the project's own documents become `/path`, and empty maps and lists
 * get one form. `root` is the beginning of all document names of the project.
 */
export function toPortable(fields: AnyFields, root: string): AnyFields {
  return mapReferences(fields, (name) => (name.startsWith(`${root}/`) ? name.slice(root.length) : name));
}

/** The reverse of `toPortable`, for a project whose document names begin with `root`. */
export function fromPortable(fields: AnyFields, root: string): AnyFields {
  return mapReferences(fields, (name) => (name.startsWith("/") ? root + name : name));
}

function mapReferences(fields: AnyFields, change: (name: string) => string): AnyFields {
  const changeValue = ({ mapValue, arrayValue, referenceValue, ...simple }: AnyValue): AnyValue => {
    if (mapValue !== undefined)
      return { mapValue: { fields: mapReferences((mapValue as { fields?: AnyFields }).fields ?? {}, change) } };
    if (arrayValue !== undefined)
      return { arrayValue: { values: ((arrayValue as { values?: AnyValue[] }).values ?? []).map(changeValue) } };
    return typeof referenceValue === "string" ? { referenceValue: change(referenceValue) } : simple;
  };
  // The object has no prototype, since a field may be called __proto__.
  const changed = Object.create(null) as AnyFields;
  for (const [name, inner] of Object.entries(fields)) changed[name] = changeValue(inner);
  return changed;
}
