import { resolve } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { ENGINES } from "./engine.ts";
import { DATA } from "./paths.ts";
import { DEFAULT_PORTS, isUnsafe, PORT_RANGE, portsFrom } from "./ports.ts";
import { Stop } from "./stop.ts";

/** What `npm start` and `npm run dev` take. */
export interface StartOptions {
  empty: boolean;
  reset: boolean;
  yes: boolean;
  ui: boolean;
  help: boolean;
  engine: (typeof ENGINES)[number] | undefined;
  port: number;
  /** Where accounts, reports and files are kept. */
  data: string;
}

/** What `--help` says for either of them. */
export const startHelp = (name: string): string => `${name} -- [options]

  --empty             no sample data, and a fresh store beside the kept one; nothing of it is saved
  --reset             forgets the kept accounts, reports and files (asks first; --yes answers)
  --ui                Firebase's Emulator UI where it can be had
  --engine NAME       official (Google's emulators, Java 21) or hidane; chosen by what is there
  --data FOLDER       keeps accounts, reports and files there instead of in .data
  --port N            the page's port; the others move with it (default ${DEFAULT_PORTS.hosting})
  --help              this text

Without --port: ${Object.entries(DEFAULT_PORTS)
  .map(([name, port]) => `${name} ${port}`)
  .join(", ")}.`;

/** Reads the options; an unknown or misspelt one is a `Stop`. */
export function parseStartOptions(args: string[]): StartOptions {
  const { values } = readArgs(() =>
    parseArgs({
      args,
      tokens: true,
      allowPositionals: false,
      options: {
        empty: { type: "boolean", default: false },
        reset: { type: "boolean", default: false },
        yes: { type: "boolean", default: false },
        ui: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
        engine: { type: "string" },
        port: { type: "string" },
        data: { type: "string" },
      },
    }),
  );
  if (values.empty && values.reset)
    throw new Stop("--empty leaves what is kept alone, --reset forgets it. Please choose one.");
  const data = values.data === undefined ? DATA : namedPath(values.data);
  return {
    ...values,
    engine: parseEngine(values.engine ?? process.env.LOGBOOK_ENGINE),
    port: parsePort(values.port),
    data,
  };
}

type Options = NonNullable<ParseArgsConfig["options"]>;
type Given<O extends Options> = ReturnType<typeof parseArgs<{ args: string[]; allowPositionals: boolean; options: O }>>;

/**
 * Reads a command's options; an unknown or misspelt one is a `Stop`. `null` when `--help` was among them, which every
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
 * Runs `parseArgs`, turning its complaints into a `Stop`. An option without a value, as from a shell's variable that is not
 * set, is one too: it would mean another project or folder than was thought of.
 */
function readArgs<T extends WithTokens>(read: () => T): T {
  try {
    const given = read();
    const empty = given.tokens.find(({ kind, value }) => kind === "option" && value === "");
    if (empty !== undefined) throw new Error(`${empty.rawName} has an empty value`);
    return given;
  } catch (error) {
    throw new Stop(
      `${(error as Error).message.split(/\.\s(?:To specify|Did you forget)/)[0]}. See --help for what there is.`,
    );
  }
}

/** The engine that `--engine` or, for all suites at once, `LOGBOOK_ENGINE` names; a name that is none is a `Stop`. */
export function parseEngine(name: string | undefined): StartOptions["engine"] {
  if (name === undefined) return undefined;
  const engine = ENGINES.find((known) => known === name);
  if (engine === undefined)
    throw new Stop(`There is no engine '${name}'. Choose --engine ${ENGINES.join(" or --engine ")}.`);
  return engine;
}

/** A `--port`, or the default; a `Stop` where the ports that move with it would not fit. */
export function parsePort(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PORTS.hosting;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port >= PORT_RANGE.min && port <= PORT_RANGE.max))
    throw new Stop(
      `--port takes a number from ${PORT_RANGE.min} to ${PORT_RANGE.max}, so that the ports beside it fit too.`,
    );
  const unsafe = Object.values(portsFrom(port)).find(isUnsafe);
  if (unsafe !== undefined)
    throw new Stop(`--port ${port} would need port ${unsafe}, which browsers refuse to open. Please choose another.`);
  return port;
}
