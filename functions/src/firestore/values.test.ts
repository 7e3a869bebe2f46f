import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeValue, encodeValue, type RestValue, type Storable } from "./values.ts";

const anyStorable: fc.Arbitrary<Storable> = fc.letrec<{ value: Storable }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: "binary" }),
    fc.boolean(),
    fc.maxSafeInteger().map((number) => (number === 0 ? 0 : number)),
    fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-12-31") }),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

describe("values in Firestore's REST API", () => {
  it("are the same after they were encoded and decoded", () => {
    fc.assert(
      fc.property(anyStorable, (value) => {
        expect(decodeValue(JSON.parse(JSON.stringify(encodeValue(value))) as RestValue)).toEqual(value);
      }),
    );
  });

  it("encode an integer as decimal digits, and a date as an ISO 8601 text in UTC", () => {
    expect(encodeValue({ size: 5, at: new Date(0) })).toEqual({
      mapValue: { fields: { size: { integerValue: "5" }, at: { timestampValue: "1970-01-01T00:00:00.000Z" } } },
    });
  });

  it("cannot be fractions", () => {
    expect(() => encodeValue(0.5)).toThrow(RangeError);
  });

  it("decode a list without `values` and a map without `fields` as empty", () => {
    expect(decodeValue({ arrayValue: {} })).toEqual([]);
    expect(decodeValue({ mapValue: {} })).toEqual({});
  });
});
