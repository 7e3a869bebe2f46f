import { createInterface } from "node:readline/promises";
import { Stop } from "./stop.ts";

/** Asks whether all that is kept may be forgotten, unless that was said already. */
export async function confirmReset(yes: boolean): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY)
    throw new Stop("--reset forgets all kept accounts, reports and files. Add --yes to say so without being asked.");
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question("Forget all kept accounts, reports and files under .data/? [y/N] ");
  prompt.close();
  const confirmed = /^y(es)?$/i.test(answer.trim());
  if (!confirmed) console.log("Nothing was forgotten, and nothing was started.");
  return confirmed;
}
