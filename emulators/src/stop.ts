/** An expected end: `message` is a clear sentence with the way out. Anything else that is thrown is a bug. */
export class Stop extends Error {}

/** Runs a command's main function: a `Stop` becomes its sentence and exit code 1. */
export async function command(main: (args: string[]) => Promise<number | undefined>): Promise<void> {
  try {
    process.exitCode = (await main(process.argv.slice(2))) ?? 0;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
