import { spawn } from "node:child_process";
import { ROOT } from "./paths.ts";

/** A program's exit code (or the reason why it could not be run) and the end of its output. */
export interface ProgramResult {
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
  return new Promise((done) => {
    child.on("error", (error: NodeJS.ErrnoException) => done({ code: error.code ?? "error", output: String(error) }));
    child.on("close", (code, signal) => done({ code: code ?? signal ?? 1, output }));
  });
}

export function lastLines(output: string, count: number): string {
  return output.trimEnd().split("\n").slice(-count).join("\n");
}

/** Runs a program connected to the terminal, so that the user can answer its questions. Returns its exit code. */
export function runInTerminal(program: string, args: readonly string[]): Promise<number> {
  const child = spawn(program, args, { cwd: ROOT, stdio: "inherit" });
  return new Promise((done) => child.on("close", (code) => done(code ?? 1)));
}
