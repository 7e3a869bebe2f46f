import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

/** The streams on which a question is asked. Without `isTTY` nobody can answer. */
export interface Terminal {
  input: Readable & { isTTY?: boolean };
  output: Writable;
}

export const TERMINAL: Terminal = { input: process.stdin, output: process.stdout };

/** Asks at the terminal and returns the answer. Ctrl-C and Ctrl-D give an empty answer, which never means yes. */
export function ask(question: string, { input, output }: Terminal = TERMINAL): Promise<string> {
  const prompt = createInterface({ input, output });
  return new Promise((resolve) => {
    prompt.once("close", () => {
      output.write("\n");
      resolve("");
    });
    prompt.question(question, (answer) => {
      // The listener above is only for Ctrl-C and Ctrl-D, which close the prompt without an answer.
      prompt.removeAllListeners("close");
      prompt.close();
      resolve(answer.trim());
    });
  });
}
