import { parseArgs } from "node:util";
import { CommandError } from "../command-line/command.ts";
import { namedPath, readArgs } from "../command-line/options.ts";
import { DATA } from "../command-line/paths.ts";
import { type EngineName, parseEngine } from "../engines/engine.ts";
import { DEFAULT_PORTS, parsePort } from "./ports.ts";

/** What `npm start` and `npm run dev` take. */
export interface StartOptions {
  empty: boolean;
  reset: boolean;
  yes: boolean;
  ui: boolean;
  help: boolean;
  engine: EngineName | undefined;
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

/** Reads the options; an unknown or misspelt one is a `CommandError`. */
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
    throw new CommandError("--empty leaves what is kept alone, --reset forgets it. Please choose one.");
  const data = values.data === undefined ? DATA : namedPath(values.data);
  return {
    ...values,
    engine: parseEngine(values.engine ?? process.env.LOGBOOK_ENGINE),
    port: parsePort(values.port),
    data,
  };
}
