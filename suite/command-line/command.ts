import { fileErrorMessage } from "./file-error.mjs";

/** An expected failure: `message` says what happened and what to do. Any other error that is thrown is a bug. */
export class CommandError extends Error {}

/** Runs a command. Prints a `CommandError` or an error of the file system as one sentence, with exit code 1. */
export async function runCommand(main: (args: string[]) => Promise<number | undefined>): Promise<void> {
  try {
    process.exitCode = (await main(process.argv.slice(2))) ?? 0;
  } catch (error) {
    const message = error instanceof CommandError ? error.message : fileErrorMessage(error);
    if (message === null) throw error;
    console.error(message);
    process.exitCode = 1;
  }
}
