import { describe, expect, it } from "vitest";
import { stableJson } from "../google/stable-json.ts";
import { fromPortable, toPortable } from "./documents.ts";

const ROOT_A = "projects/a/databases/(default)/documents";
const ROOT_B = "projects/b/databases/(default)/documents";

describe("fields in an archive", () => {
  it("refer to documents of the project into which they are restored", () => {
    const createFields = (root: string) => ({
      own: { referenceValue: `${root}/issues/r1` },
      foreign: { referenceValue: "projects/z/databases/(default)/documents/issues/r1" },
      list: { arrayValue: { values: [{ mapValue: { fields: { deep: { referenceValue: `${root}/issues/r2` } } } }] } },
      text: { stringValue: `${root}/issues/r1` },
    });
    const portable = toPortable(createFields(ROOT_A), ROOT_A);
    expect(portable.own).toEqual({ referenceValue: "/issues/r1" });
    expect(fromPortable(portable, ROOT_B)).toEqual({
      ...createFields(ROOT_B),
      text: { stringValue: `${ROOT_A}/issues/r1` },
    });
  });

  it("give the same JSON for `arrayValue: {}` and `arrayValue: {values: []}`, also if a field is called `__proto__`", () => {
    const withoutEmptyValues = JSON.parse('{"__proto__":{"nullValue":null},"b":{"arrayValue":{}},"a":{"mapValue":{}}}');
    const withEmptyValues = JSON.parse(
      '{"a":{"mapValue":{"fields":{}}},"b":{"arrayValue":{"values":[]}},"__proto__":{"nullValue":null}}',
    );
    expect(stableJson(toPortable(withoutEmptyValues, ROOT_A))).toBe(stableJson(toPortable(withEmptyValues, ROOT_A)));
    expect(stableJson(toPortable(withoutEmptyValues, ROOT_A))).toBe(
      '{"__proto__":{"nullValue":null},"a":{"mapValue":{"fields":{}}},"b":{"arrayValue":{"values":[]}}}',
    );
  });

  it("keep -0, the smallest double and an integer above 2^53", () => {
    const text = '{"a":{"doubleValue":-0},"b":{"integerValue":"9007199254740993"},"c":{"doubleValue":5e-324}}';
    expect(stableJson(toPortable(JSON.parse(text), ROOT_A))).toBe(text);
  });
});
