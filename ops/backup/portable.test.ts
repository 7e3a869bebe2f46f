import { describe, expect, it } from "vitest";
import { stableJson } from "../google/stable-json.ts";
import { fromPortable, toPortable } from "./portable.ts";

const ROOT_A = "projects/a/databases/(default)/documents";
const ROOT_B = "projects/b/databases/(default)/documents";

describe("fields in an archive", () => {
  it("refer to documents of the project into which they are restored", () => {
    const fields = (root: string) => ({
      own: { referenceValue: `${root}/issues/r1` },
      foreign: { referenceValue: "projects/z/databases/(default)/documents/issues/r1" },
      list: { arrayValue: { values: [{ mapValue: { fields: { deep: { referenceValue: `${root}/issues/r2` } } } }] } },
      text: { stringValue: `${root}/issues/r1` },
    });
    const portable = toPortable(fields(ROOT_A), ROOT_A);
    expect(portable.own).toEqual({ referenceValue: "/issues/r1" });
    expect({ ...fromPortable(portable, ROOT_B) }).toEqual({
      ...fields(ROOT_B),
      text: { stringValue: `${ROOT_A}/issues/r1` },
    });
  });

  it("are the same whether empty lists and maps are written out or not, and may have any name", () => {
    const terse = JSON.parse('{"__proto__":{"nullValue":null},"b":{"arrayValue":{}},"a":{"mapValue":{}}}');
    const full = JSON.parse(
      '{"a":{"mapValue":{"fields":{}}},"b":{"arrayValue":{"values":[]}},"__proto__":{"nullValue":null}}',
    );
    expect(stableJson(toPortable(terse, ROOT_A))).toBe(stableJson(toPortable(full, ROOT_A)));
    expect(stableJson(toPortable(terse, ROOT_A))).toBe(
      '{"__proto__":{"nullValue":null},"a":{"mapValue":{"fields":{}}},"b":{"arrayValue":{"values":[]}}}',
    );
  });

  it("keep every double and every whole number", () => {
    const text = '{"a":{"doubleValue":-0},"b":{"integerValue":"9007199254740993"},"c":{"doubleValue":5e-324}}';
    expect(stableJson(toPortable(JSON.parse(text), ROOT_A))).toBe(text);
  });
});
