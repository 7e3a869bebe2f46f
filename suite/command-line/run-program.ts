import { spawn } from "node:child_process";
import { ROOT } from "./paths.ts";

/** The end of a program's output, and its exit code. */
export interface ProgramResult {
  /** The exit code. If there is none, a text: the signal that ended the program, or the error that prevented its start. */
  code: number | string;
  output: string;
}

const MAX_OUTPUT_LENGTH = 100_000;

/** Runs a program without showing its output. `onText` is called with each piece of output as it arrives. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; onText?(text: string): void } = {},
): Promise<ProgramResult> {
  const { onText, ...spawnOptions } = options;
  const child = spawn(program, args, { ...spawnOptions, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-MAX_OUTPUT_LENGTH);
      onText?.(text);
    });
  return new Promise((resolve) => {
    child.on("error", (error: NodeJS.ErrnoException) => resolve({ code: error.code ?? "error", output: `${error}` }));
    child.on("close", (code, signal) => resolve({ code: code ?? signal ?? 1, output }));
  });
}

export function lastLines(output: string, count: number): string {
  return output.trimEnd().split("\n").slice(-count).join("\n");
}

/** Runs a program connected to the terminal, so that the user can answer its questions. Returns its exit code. */
export function runInTerminal(program: string, args: readonly string[]): Promise<number> {
  const child = spawn(program, args, { cwd: ROOT, stdio: "inherit" });
  return new Promise((resolve) => child.on("close", (code) => resolve(code ?? 1)));
}
