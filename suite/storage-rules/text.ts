import { RuleError, type Value } from "./value.ts";

/** A value's text in `string()`, `join()` and `$(…)` of a path. */
export function asText(value: Value): string {
  switch (value.type) {
    case "string":
      return value.value;
    case "bool":
    case "int":
      return String(value.value);
    case "float":
      return floatText(value.value);
    case "null":
      return "null";
    case "path":
      return `/${value.segments.join("/")}`;
    default:
      throw new RuleError(`A ${value.type} can't be written as text.`);
  }
}

/** A double in Java's notation: `2.0`; with an exponent (`1.0E7`) from ten million on and below a thousandth. */
function floatText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const withFraction = (digits: string) => (digits.includes(".") ? digits : `${digits}.0`);
  const size = Math.abs(value);
  if (size === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
  if (size >= 1e-3 && size < 1e7) return withFraction(String(value));
  const [digits, exponent] = value.toExponential().split("e");
  return `${withFraction(digits!)}E${Number(exponent)}`;
}
