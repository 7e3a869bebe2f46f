import { resolve } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { CommandError } from "./command.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;
type GivenOptions<O extends Options> = ReturnType<
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
  { takesNames: allowPositionals = false } = {},
): GivenOptions<O> | null {
  try {
    const allOptions = { ...options, help: { type: "boolean" } } as const;
    const { tokens, ...given } = parseArgs({ args, tokens: true, allowPositionals, options: allOptions });
    // An empty value comes from an unset shell variable. The default would then be the wrong project or folder.
    const emptyOption = tokens.find((token) => token.kind === "option" && token.value === "");
    if (emptyOption?.kind === "option") throw new Error(`${emptyOption.rawName} has an empty value`);
    if (!("help" in given.values)) return given as unknown as GivenOptions<O>;
  } catch (error) {
    throw new CommandError(
      `${(error as Error).message.split(/\.\s(?:To specify|Did you forget)/)[0]}. Run with --help to see the options.`,
    );
  }
  console.log(help);
  return null;
}

/** A path from the command line, relative to the folder where the user called npm: npm runs scripts in the checkout. */
export function namedPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? "", path);
}
