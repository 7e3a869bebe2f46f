import { resolve } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { CommandError } from "./command.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;
type ParsedOptions<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; allowPositionals: boolean; options: O }>
>;

/**
 * Reads a command's options. Throws a `CommandError` at an unknown option. With `--help` it prints the help and returns
 * `null`. With `takesNames`, words without dashes are allowed and returned as `positionals`.
 */
export function readOptions<const O extends Options>(
  args: string[],
  help: string,
  options: O,
  { takesNames = false } = {},
): ParsedOptions<O> | null {
  try {
    const allOptions = { ...options, help: { type: "boolean" } } as const;
    const { tokens, ...parsed } = parseArgs({ args, tokens: true, allowPositionals: takesNames, options: allOptions });
    // An empty value comes from an unset shell variable. Using the default instead could change the wrong project.
    for (const token of tokens)
      if (token.kind === "option" && token.value === "") throw new Error(`${token.rawName} has an empty value`);
    if (!("help" in parsed.values)) return parsed as unknown as ParsedOptions<O>;
  } catch (error) {
    // Node's own advice after the first sentence is cut off, because it does not fit these commands.
    const [reason] = (error as Error).message.split(/\.\s(?:To specify|Did you forget)/);
    throw new CommandError(`${reason}. Run with --help to see the options.`);
  }
  console.log(help);
  return null;
}

/** Resolves a path from the folder where the user called npm (INIT_CWD). npm itself runs scripts in the checkout. */
export function resolveUserPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? "", path);
}
