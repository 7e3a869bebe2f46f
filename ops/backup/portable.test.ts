import { describe, expect, it } from "vitest";
import { stableJson } from "../google/stable-json.ts";
import { fromPortable, toPortable } from "./portable.ts";

const A = "projects/a/databases/(default)/documents";
const B = "projects/b/databases/(default)/documents";

describe("fields in an archive", () => {
  it("refer to documents of the project that they are in", () => {
    const fields = (root: string) => ({
      own: { referenceValue: `${root}/issues/r1` },
      foreign: { referenceValue: "projects/z/databases/(default)/documents/issues/r1" },
      list: { arrayValue: { values: [{ mapValue: { fields: { deep: { referenceValue: `${root}/issues/r2` } } } }] } },
      text: { stringValue: `${root}/issues/r1` },
    });
    const portable = toPortable(fields(A), A);
    expect(portable.own).toEqual({ referenceValue: "/issues/r1" });
    expect({ ...fromPortable(portable, B) }).toEqual({ ...fields(B), text: { stringValue: `${A}/issues/r1` } });
  });

  it("have one form, with or without written empty lists and maps, and under any name", () => {
    const terse = JSON.parse('{"__proto__":{"nullValue":null},"b":{"arrayValue":{}},"a":{"mapValue":{}}}');
    const full = JSON.parse(
      '{"a":{"mapValue":{"fields":{}}},"b":{"arrayValue":{"values":[]}},"__proto__":{"nullValue":null}}',
    );
    expect(stableJson(toPortable(terse, A))).toBe(stableJson(toPortable(full, A)));
    expect(stableJson(toPortable(terse, A))).toBe(
      '{"__proto__":{"nullValue":null},"a":{"mapValue":{"fields":{}}},"b":{"arrayValue":{"values":[]}}}',
    );
  });

  it("keep every double and every whole number", () => {
    const text = '{"a":{"doubleValue":-0},"b":{"integerValue":"9007199254740993"},"c":{"doubleValue":5e-324}}';
    expect(stableJson(toPortable(JSON.parse(text), A))).toBe(text);
  });
});
