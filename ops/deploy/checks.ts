import { FIREBASE_CLI, ROOT } from "../../suite/command-line/paths.ts";
import { runProgram } from "../../suite/command-line/run-program.ts";

/** The result of a check before a deploy; a `problem` ends the deploy. */
export type Finding = { ok: string } | { warning: string } | { problem: string };

/** Checks that everything that would be deployed is committed. */
export async function checkWorkingTree(): Promise<Finding> {
  const { code, output } = await runProgram("git", ["status", "--porcelain"], { cwd: ROOT });
  if (code !== 0) return { warning: "This is no git checkout, so nobody can tell later what was deployed." };
  return output.trim() === ""
    ? { ok: "Everything is committed." }
    : { warning: "There are changes that are not committed; they would be deployed too." };
}

export async function checkSignedIn(env = process.env): Promise<Finding> {
  if (env.GOOGLE_APPLICATION_CREDENTIALS) return { ok: "Deploying with the service account's credentials." };
  const { code, output } = await runProgram(process.execPath, [FIREBASE_CLI, "login:list"], { cwd: ROOT, env });
  if (code !== 0) return { problem: `The Firebase CLI cannot list its accounts: ${output.trim()}` };
  const account = /\S+@\S+/.exec(output)?.[0];
  return account === undefined
    ? { problem: "Nobody is signed in to Firebase here. Run npx firebase login first." }
    : { ok: `Signed in to Firebase as ${account}.` };
}
