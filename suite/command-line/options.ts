import { resolve } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { CommandError } from "./command.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Given<O extends Options> = ReturnType<typeof parseArgs<{ args: string[]; allowPositionals: boolean; options: O }>>;

/**
 * Reads a command's options; an unknown one is a `CommandError`. With `--help` it prints the help and returns `null`. With
 * `takesNames`, words without dashes are allowed and returned as `positionals`.
 */
export function readOptions<const O extends Options>(
  args: string[],
  help: string,
  options: O,
  { takesNames = false } = {},
): Given<O> | null {
  const given = readArgs(() =>
    parseArgs({ args, tokens: true, allowPositionals: takesNames, options: { ...options, help: { type: "boolean" } } }),
  );
  if (!("help" in given.values)) return given as unknown as Given<O>;
  console.log(help);
  return null;
}

/** A path from the command line, resolved from the user's own folder: npm runs scripts in the checkout. */
export function namedPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? "", path);
}

interface WithTokens {
  tokens: { kind: string; rawName?: string; value?: string | boolean | undefined }[];
}

/**
 * Runs `parseArgs` and turns its errors into a `CommandError`. An empty value is an error too: it comes from an unset shell
 * variable, and the default that would replace it is another project or folder.
 */
export function readArgs<T extends WithTokens>(read: () => T): T {
  try {
    const given = read();
    const empty = given.tokens.find(({ kind, value }) => kind === "option" && value === "");
    if (empty !== undefined) throw new Error(`${empty.rawName} has an empty value`);
    return given;
  } catch (error) {
    throw new CommandError(
      `${(error as Error).message.split(/\.\s(?:To specify|Did you forget)/)[0]}. See --help for what there is.`,
    );
  }
}
