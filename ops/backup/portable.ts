/** A value of any kind in Firestore's REST API, such as `{ stringValue: "a" }`. */
export type AnyValue = { [kind: string]: unknown };
export type AnyFields = { [name: string]: AnyValue };

/**
 * Makes fields valid in any project: references to the project's own documents become `/path`. Also gives empty maps
 * and lists their `fields` or `values`, which may be missing. `root` is the beginning of all document names of the project.
 */
export function toPortable(fields: AnyFields, root: string): AnyFields {
  return mapReferences(fields, (name) => (name.startsWith(`${root}/`) ? name.slice(root.length) : name));
}

/** The reverse of `toPortable`, for a project whose document names begin with `root`. */
export function fromPortable(fields: AnyFields, root: string): AnyFields {
  return mapReferences(fields, (name) => (name.startsWith("/") ? root + name : name));
}

function mapReferences(fields: AnyFields, changeName: (name: string) => string): AnyFields {
  const changeValue = ({ mapValue, arrayValue, referenceValue, ...otherValue }: AnyValue): AnyValue => {
    if (mapValue !== undefined)
      return { mapValue: { fields: mapReferences((mapValue as { fields?: AnyFields }).fields ?? {}, changeName) } };
    if (arrayValue !== undefined)
      return { arrayValue: { values: ((arrayValue as { values?: AnyValue[] }).values ?? []).map(changeValue) } };
    return typeof referenceValue === "string" ? { referenceValue: changeName(referenceValue) } : otherValue;
  };
  // The object has no prototype, since a field may be called __proto__.
  const changedFields = Object.create(null) as AnyFields;
  for (const [name, value] of Object.entries(fields)) changedFields[name] = changeValue(value);
  return changedFields;
}
