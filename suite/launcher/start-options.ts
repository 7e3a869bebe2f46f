import { parseArgs } from "node:util";
import { CommandError } from "../command-line/command.ts";
import { namedPath, readArgs } from "../command-line/options.ts";
import { DATA } from "../command-line/paths.ts";
import { type EngineName, parseEngine } from "../engines/engine.ts";
import { DEFAULT_PORTS, parsePort } from "./ports.ts";

/** The options of `npm start` and `npm run dev`. */
export interface StartOptions {
  empty: boolean;
  reset: boolean;
  yes: boolean;
  ui: boolean;
  help: boolean;
  engine: EngineName | undefined;
  port: number;
  /** The folder in which accounts, reports and files are saved. */
  data: string;
}

/** The help of either command. */
export const startHelp = (name: string): string => `${name} -- [options]

  --empty             no sample data, and a fresh store beside the saved one; nothing of it is saved
  --reset             deletes the saved accounts, reports and files (asks first; --yes answers)
  --ui                Firebase's Emulator UI if it can be downloaded
  --engine NAME       official (Google's emulators, Java 21) or hidane; by default what is installed
  --data FOLDER       saves accounts, reports and files there instead of in .data
  --port N            the page's port; the others move with it (default ${DEFAULT_PORTS.hosting})
  --help              this text

Without --port: ${Object.entries(DEFAULT_PORTS)
  .map(([name, port]) => `${name} ${port}`)
  .join(", ")}.`;

/** Reads the options; an unknown one is a `CommandError`. */
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
    throw new CommandError("--empty leaves the saved data alone, --reset deletes them. Please choose one.");
  const data = values.data === undefined ? DATA : namedPath(values.data);
  return {
    ...values,
    engine: parseEngine(values.engine ?? process.env.LOGBOOK_ENGINE),
    port: parsePort(values.port),
    data,
  };
}
