import { fileErrorMessage } from "./file-error.mjs";

/** An expected end: `message` is a clear sentence with the way out. Anything else that is thrown is a bug. */
export class CommandError extends Error {}

/** Runs a command's main function: a `CommandError`, or what a file system refuses, becomes a sentence and exit code 1. */
export async function runCommand(main: (args: string[]) => Promise<number | undefined>): Promise<void> {
  try {
    process.exitCode = (await main(process.argv.slice(2))) ?? 0;
  } catch (error) {
    const sentence = error instanceof CommandError ? error.message : fileErrorMessage(error);
    if (sentence === null) throw error;
    console.error(sentence);
    process.exitCode = 1;
  }
}
