import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeValue, encodeValue, type RestValue, type Storable } from "./values.ts";

const anyStorable: fc.Arbitrary<Storable> = fc.letrec<{ value: Storable }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: "binary" }),
    fc.boolean(),
    // Encoded as decimal digits, -0 becomes 0.
    fc.maxSafeInteger().map((number) => (number === 0 ? 0 : number)),
    fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-12-31") }),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

describe("values in Firestore's REST API", () => {
  it("are unchanged after encoding and decoding", () => {
    fc.assert(
      fc.property(anyStorable, (value) => {
        expect(decodeValue(JSON.parse(JSON.stringify(encodeValue(value))) as RestValue)).toEqual(value);
      }),
    );
  });

  it("have integers as decimal digits, and dates as ISO 8601 texts in UTC", () => {
    expect(encodeValue({ size: 5, at: new Date(0) })).toEqual({
      mapValue: { fields: { size: { integerValue: "5" }, at: { timestampValue: "1970-01-01T00:00:00.000Z" } } },
    });
  });

  it("cannot be fractions: encoding throws a RangeError", () => {
    expect(() => encodeValue(0.5)).toThrow(RangeError);
  });

  it("are empty after decoding if a list lacks `values` or a map lacks `fields`", () => {
    expect(decodeValue({ arrayValue: {} })).toEqual([]);
    expect(decodeValue({ mapValue: {} })).toEqual({});
  });
});
