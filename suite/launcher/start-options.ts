import { ask, TERMINAL } from "../command-line/ask.ts";
import { CommandError } from "../command-line/command.ts";
import { readOptions, resolveUserPath } from "../command-line/options.ts";
import { DATA } from "../command-line/paths.ts";
import { parseEngine } from "../engines/engine.ts";
import { DEFAULT_PORTS, parsePort } from "./ports.ts";

export type StartOptions = NonNullable<ReturnType<typeof readStartOptions>>;

const helpText = (commandName: string): string => `${commandName} -- [options]

  --empty             no sample data and no saved data; the saved data stays, and nothing of this run is saved
  --reset             deletes the saved accounts, reports and files (asks first; --yes answers)
  --ui                Firebase's Emulator UI if it can be downloaded
  --engine NAME       official (Google's emulators, Java 21) or hidane; by default what is installed
  --data FOLDER       saves accounts, reports and files there instead of in .data
  --port N            the page's port; the others move with it (default ${DEFAULT_PORTS.hosting})
  --help              this text

Without --port: ${Object.entries(DEFAULT_PORTS)
  .map(([name, port]) => `${name} ${port}`)
  .join(", ")}.`;

/** Reads the options of `npm start` or `npm run dev`; `null` after `--help`. */
export function readStartOptions(args: string[], commandName: string) {
  const commandLine = readOptions(args, helpText(commandName), {
    empty: { type: "boolean", default: false },
    reset: { type: "boolean", default: false },
    yes: { type: "boolean", default: false },
    ui: { type: "boolean", default: false },
    engine: { type: "string" },
    port: { type: "string" },
    data: { type: "string" },
  });
  if (commandLine === null) return null;
  const { engine, port, data, ...values } = commandLine.values;
  if (values.empty && values.reset)
    throw new CommandError("--empty leaves the saved data alone, --reset deletes it. Please choose one.");
  return {
    ...values,
    engine: parseEngine(engine ?? process.env.LOGBOOK_ENGINE),
    port: parsePort(port),
    data: data === undefined ? DATA : resolveUserPath(data),
  };
}

/** Asks whether the saved data in a folder may be deleted. */
export async function confirmReset(folder: string, terminal = TERMINAL): Promise<boolean> {
  if (!terminal.input.isTTY)
    throw new CommandError(
      "--reset deletes all saved accounts, reports and files. Add --yes to confirm without being asked.",
    );
  const answer = await ask(`Delete all accounts, reports and files saved in ${folder}? [y/N] `, terminal);
  const isConfirmed = /^y(es)?$/i.test(answer);
  if (!isConfirmed) console.log("Nothing was deleted, and nothing was started.");
  return isConfirmed;
}
