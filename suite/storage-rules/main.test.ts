import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { inBucket } from "./testing.ts";

const SCRIPT = fileURLToPath(new URL("./main.ts", import.meta.url));

function startRuntime() {
  const child = spawn(process.execPath, [SCRIPT, "serve"]);
  const output = createInterface(child.stdout)[Symbol.asyncIterator]();
  const exit = once(child, "exit");
  return { child, exit, nextLine: async () => (await output.next()).value as string };
}

test("the process prints that it is ready, and answers a message that arrives byte by byte", async () => {
  const { child, exit, nextLine } = startRuntime();
  expect(JSON.parse(await nextLine())).toEqual({ id: -1, status: "ok" });

  const content = inBucket("match /{path=**} { allow get: if 'é\u2028😀' == nothing; }");
  const message = {
    action: "load_ruleset",
    id: 0,
    context: { rulesetName: "0", source: { files: [{ name: "été", content }] } },
  };
  for (const byte of Buffer.from(`${JSON.stringify(message)}\n`)) child.stdin.write(Buffer.of(byte));
  const response = await nextLine();
  expect(response).toMatch(/^[\x20-\x7e]*$/);
  expect(JSON.parse(response)).toMatchObject({ errors: ["été:4:44: There is no variable nothing here."] });

  child.stdin.end();
  const [exitCode] = await exit;
  expect(exitCode).toBe(0);
});

test("the process ends when the emulator stops it", async () => {
  const { child, exit, nextLine } = startRuntime();
  await nextLine();
  child.kill("SIGINT");
  const [, signal] = await exit;
  expect(signal).toBe("SIGINT");
});
