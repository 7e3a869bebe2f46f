import { RuleError, refuseOpaque, type Type, type Value, type ValueOf } from "./value.ts";

/** An implementation of an operator or method for one list of parameter types. A method's first parameter is its object. */
export type Overload = { parameters: readonly Parameter[]; run: (...args: readonly Value[]) => Value };

/** Parameters of several types, with the values that they take. */
type WideParameters = { number: ValueOf<"int" | "float">; any: Value };
type Parameter = Type | keyof WideParameters;
/** The types of the arguments for these parameters. */
type ValuesOf<P extends readonly Parameter[]> = {
  [K in keyof P]: P[K] extends keyof WideParameters ? WideParameters[P[K]] : ValueOf<P[K] & Type>;
};

/** Makes an overload of a function whose arguments have the types of the parameters. */
export function overload<const P extends readonly Parameter[]>(
  parameters: P,
  run: (...args: ValuesOf<P>) => Value,
): Overload {
  // `dispatch` calls `run` only with arguments of these types.
  return { parameters, run: run as unknown as Overload["run"] };
}

/** Runs the first overload whose parameters match the arguments. Throws a `RuleError` if there is none. */
export function dispatch(name: string, overloads: readonly Overload[], args: readonly Value[]): Value {
  for (const arg of args) refuseOpaque(arg);
  const matchingOverload = overloads.find(({ parameters }) =>
    parameters.every((parameter, index) => isOfType(args[index]!, parameter)),
  );
  if (!matchingOverload) throw new RuleError(`${name} isn't defined for (${args.map((arg) => arg.type).join(", ")}).`);
  return matchingOverload.run(...args);
}

function isOfType({ type }: Value, parameter: Parameter): boolean {
  const isNumber = type === "int" || type === "float";
  return parameter === "any" || parameter === type || (parameter === "number" && isNumber);
}
