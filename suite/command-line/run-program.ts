import { spawn } from "node:child_process";
import { ROOT } from "./paths.ts";

/** How a program ended: its exit code (or the reason why it could not be run) and the end of what it said. */
export interface ProgramResult {
  code: number | string;
  output: string;
}

const ENOUGH = 100_000;

/** Runs a program and keeps what it says to itself. `onText` sees it as it comes. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; onText?(text: string): void } = {},
): Promise<ProgramResult> {
  const { onText, ...where } = options;
  const child = spawn(program, args, { ...where, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-ENOUGH);
      onText?.(text);
    });
  return new Promise((done) => {
    child.on("error", (error: NodeJS.ErrnoException) => done({ code: error.code ?? "error", output: String(error) }));
    child.on("close", (code, killed) => done({ code: code ?? killed ?? 1, output }));
  });
}

/** The last lines of what a program said. */
export function lastLines(output: string, count: number): string {
  return output.trimEnd().split("\n").slice(-count).join("\n");
}

/** Runs a program that talks with the person at the terminal; gives its exit code. */
export function runInTerminal(program: string, args: readonly string[]): Promise<number> {
  const child = spawn(program, args, { cwd: ROOT, stdio: "inherit" });
  return new Promise((done) => child.on("close", (code) => done(code ?? 1)));
}
