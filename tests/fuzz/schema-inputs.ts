import fc from "fast-check";

/** A zod schema; only its definition is read. */
export interface Schema {
  _zod: { def: unknown };
}

interface Definition {
  type: string;
  shape?: Record<string, Schema>;
  innerType?: Schema;
  element?: Schema;
  in?: Schema;
  out?: Schema;
  values?: readonly unknown[];
  options?: readonly Schema[];
  checks?: readonly { _zod: { def: { check: string; minimum?: number; maximum?: number; value?: number } } }[];
}

/** Valid values by field name, for fields whose schema checks them in code. */
export type Hints = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Only about one text in 150 is long, because every later list contains the long reports again. */
const SHORT_TEXT_WEIGHT = 150;
const SHORT_TEXT = fc.string({
  unit: fc.constantFrom(..."abc XYZ 019 .,-_äß日本🙂\n\t\"'<>&/\\"),
  minLength: 1,
  maxLength: 40,
});

/** Inputs that a schema accepts according to its definition and the hints, before any transformation. */
export function inputsOf(schema: Schema, hints: Hints, name = ""): fc.Arbitrary<unknown> {
  const hint = hints[name];
  if (hint !== undefined && name !== "") return hint;
  const def = schema._zod.def as Definition;
  const inner = (innerSchema: Schema): fc.Arbitrary<unknown> => inputsOf(innerSchema, hints, name);
  switch (def.type) {
    case "object": {
      const fields = Object.entries(def.shape!);
      const optional = fields.filter(([, field]) => isOptional(field)).map(([key]) => key);
      const model = Object.fromEntries(fields.map(([key, field]) => [key, inputsOf(field, hints, key)]));
      return fc.record(model, { requiredKeys: fields.map(([key]) => key).filter((key) => !optional.includes(key)) });
    }
    case "string":
      return textInputs(def);
    case "number":
      return fc.integer({ min: checkValue(def, "greater_than") ?? 0, max: checkValue(def, "less_than") ?? 1_000 });
    case "boolean":
      return fc.boolean();
    case "literal":
      return fc.constantFrom(...def.values!);
    case "array":
      return fc.array(inner(def.element!), { maxLength: Math.min(3, checkValue(def, "max_length") ?? 3) });
    case "union":
      return fc.oneof(...def.options!.map(inner));
    // After `z.preprocess` the schema of the input is `out`, otherwise it is `in`.
    case "pipe":
      return inner((def.in!._zod.def as Definition).type === "transform" ? def.out! : def.in!);
    case "optional":
    case "default":
    case "nullable":
      return inner(def.innerType!);
    default:
      throw new Error(`The field '${name}' is of the kind ${def.type}, for which no inputs can be generated yet.`);
  }
}

function isOptional(schema: Schema): boolean {
  const def = schema._zod.def as Definition;
  return def.type === "optional" || def.type === "default" || (def.type === "pipe" && isOptional(def.in!));
}

function textInputs(def: Definition): fc.Arbitrary<string> {
  const longest = checkValue(def, "max_length") ?? 1_000;
  const long = fc.constant("x".repeat(longest));
  return fc.oneof({ weight: SHORT_TEXT_WEIGHT, arbitrary: SHORT_TEXT }, { weight: 1, arbitrary: long });
}

function checkValue(def: Definition, check: string): number | undefined {
  const found = def.checks?.map(({ _zod }) => _zod.def).find((one) => one.check === check);
  return found?.maximum ?? found?.minimum ?? found?.value;
}
