import { RuleError, type Type, UnsupportedError, type Value, type ValueOf } from "./value.ts";

/** An implementation of an operator or method for one list of parameter types. A method's first parameter is its object. */
export type Overload = {
  parameters: readonly Parameter[];
  run: (...args: readonly Value[]) => Value;
};

type Parameter = Type | "any";
/** The types of the arguments for these parameters. */
type ValuesOf<P extends readonly Parameter[]> = { [K in keyof P]: P[K] extends Type ? ValueOf<P[K]> : Value };

/** Makes an overload of a function whose arguments have the types of the parameters. */
export function overload<const P extends readonly Parameter[]>(
  parameters: P,
  run: (...args: ValuesOf<P>) => Value,
): Overload {
  // `dispatch` calls `run` only with arguments of these types.
  return { parameters, run: run as unknown as Overload["run"] };
}

/** Runs the overload whose parameters match the arguments. Throws a `RuleError` if there is none. */
export function dispatch(name: string, overloads: readonly Overload[], args: readonly Value[]): Value {
  const opaqueValue = args.find((arg) => arg.type === "opaque");
  if (opaqueValue?.type === "opaque")
    throw new UnsupportedError(`Using ${opaqueValue.description} isn't supported here.`);
  const matchingOverload = overloads.find(({ parameters }) => hasTypes(parameters, args));
  if (!matchingOverload) throw new RuleError(`${name} isn't defined for (${args.map((arg) => arg.type).join(", ")}).`);
  return matchingOverload.run(...args);
}

function hasTypes(parameters: readonly Parameter[], args: readonly Value[]): boolean {
  return (
    parameters.length === args.length &&
    parameters.every((parameter, index) => parameter === "any" || parameter === args[index]!.type)
  );
}
