import fc from "fast-check";

/** A zod schema; only its definition is read. */
export interface Schema {
  _zod: { def: unknown };
}

/** The used parts of a zod schema's definition. */
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

/** Valid values by field name, for fields whose schema has a check function, because functions cannot be read. */
export type Hints = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Only about one text in 150 is long, because long texts of stored reports make all later lists large. */
const SHORT_TEXT_WEIGHT = 150;
const SHORT_TEXT = fc.string({
  unit: fc.constantFrom(..."abc XYZ 019 .,-_äß日本🙂\n\t\"'<>&/\\"),
  minLength: 1,
  maxLength: 40,
});

/** Inputs that a schema accepts according to its definition and the hints, before any transformation. */
export function inputsOf(schema: Schema, hints: Hints, name = ""): fc.Arbitrary<unknown> {
  const hint = hints[name];
  if (hint !== undefined) return hint;
  const definition = schema._zod.def as Definition;
  const inputsOfInner = (innerSchema: Schema): fc.Arbitrary<unknown> => inputsOf(innerSchema, hints, name);
  switch (definition.type) {
    case "object": {
      const fields = Object.entries(definition.shape!);
      const inputsByField = Object.fromEntries(fields.map(([key, field]) => [key, inputsOf(field, hints, key)]));
      const requiredKeys = fields.filter(([, field]) => !isOptional(field)).map(([key]) => key);
      return fc.record(inputsByField, { requiredKeys });
    }
    case "string":
      return textInputs(definition);
    case "number":
      return fc.integer({
        min: checkValue(definition, "greater_than") ?? 0,
        max: checkValue(definition, "less_than") ?? 1_000,
      });
    case "boolean":
      return fc.boolean();
    case "literal":
      return fc.constantFrom(...definition.values!);
    case "array":
      return fc.array(inputsOfInner(definition.element!), {
        maxLength: Math.min(3, checkValue(definition, "max_length") ?? 3),
      });
    case "union":
      return fc.oneof(...definition.options!.map(inputsOfInner));
    // After `z.preprocess` the schema of the input is `out`, otherwise it is `in`.
    case "pipe":
      return inputsOfInner(isTransform(definition.in!) ? definition.out! : definition.in!);
    case "optional":
    case "default":
    case "nullable":
      return inputsOfInner(definition.innerType!);
    default:
      throw new Error(
        `The field '${name}' is of the kind ${definition.type}, for which no inputs can be generated yet.`,
      );
  }
}

const isTransform = (schema: Schema): boolean => (schema._zod.def as Definition).type === "transform";

function isOptional(schema: Schema): boolean {
  const definition = schema._zod.def as Definition;
  return (
    definition.type === "optional" ||
    definition.type === "default" ||
    (definition.type === "pipe" && isOptional(definition.in!))
  );
}

function textInputs(definition: Definition): fc.Arbitrary<string> {
  const maxLength = checkValue(definition, "max_length") ?? 1_000;
  const longestText = fc.constant("x".repeat(maxLength));
  return fc.oneof({ weight: SHORT_TEXT_WEIGHT, arbitrary: SHORT_TEXT }, { weight: 1, arbitrary: longestText });
}

/** The number in a schema's check, such as 200 in `max_length`. */
function checkValue(definition: Definition, checkName: string): number | undefined {
  const check = definition.checks
    ?.map(({ _zod }) => _zod.def)
    .find((checkDefinition) => checkDefinition.check === checkName);
  return check?.maximum ?? check?.minimum ?? check?.value;
}
