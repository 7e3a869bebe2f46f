import { resolve } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { CommandError } from "./command.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Given<O extends Options> = ReturnType<typeof parseArgs<{ args: string[]; allowPositionals: boolean; options: O }>>;

/**
 * Reads a command's options; an unknown or misspelt one is a `CommandError`. `null` when `--help` was among them, which every
 * command has: then `help` was printed. With `takesNames`, words without dashes are taken too, as `positionals`.
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

/** A path that a person named: npm works in the checkout, but it is meant from where they are. */
export function namedPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? "", path);
}

/** What `parseArgs` tells of each argument, as far as it matters here. */
interface WithTokens {
  tokens: { kind: string; rawName?: string; value?: string | boolean | undefined }[];
}

/**
 * Runs `parseArgs`, turning its complaints into a `CommandError`. An option without a value, as from a shell's variable that is not
 * set, is one too: it would mean another project or folder than was thought of.
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
