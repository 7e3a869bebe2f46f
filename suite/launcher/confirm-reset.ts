import { ask, TERMINAL } from "../command-line/ask.ts";
import { CommandError } from "../command-line/command.ts";

/** Asks whether the saved data in a folder may be deleted. With `--yes` it returns true without asking. */
export async function confirmReset(hasYesOption: boolean, folder: string, terminal = TERMINAL): Promise<boolean> {
  if (hasYesOption) return true;
  if (!terminal.input.isTTY)
    throw new CommandError(
      "--reset deletes all saved accounts, reports and files. Add --yes to confirm without being asked.",
    );
  const answer = await ask(`Delete all accounts, reports and files saved in ${folder}? [y/N] `, terminal);
  const isConfirmed = /^y(es)?$/i.test(answer);
  if (!isConfirmed) console.log("Nothing was deleted, and nothing was started.");
  return isConfirmed;
}
