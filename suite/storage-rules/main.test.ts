import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { inBucket } from "./testing.ts";

const SCRIPT = fileURLToPath(new URL("./main.ts", import.meta.url));

function start() {
  const child = spawn(process.execPath, [SCRIPT, "serve"]);
  const output = createInterface(child.stdout)[Symbol.asyncIterator]();
  const exit = once(child, "exit");
  return { child, exit, nextLine: async () => (await output.next()).value as string };
}

test("the process prints that it is ready, then answers lines that arrive in any pieces", async () => {
  const { child, exit, nextLine } = start();
  expect(JSON.parse(await nextLine())).toEqual({ id: -1, status: "ok" });

  const content = inBucket("match /{path=**} { allow get: if 'é\u2028😀' == nothing; }");
  const message = {
    action: "load_ruleset",
    id: 0,
    context: { rulesetName: "0", source: { files: [{ name: "été", content }] } },
  };
  for (const byte of Buffer.from(`${JSON.stringify(message)}\n`)) child.stdin.write(Buffer.of(byte));
  const answer = await nextLine();
  expect(answer).toMatch(/^[\x20-\x7e]*$/);
  expect(JSON.parse(answer)).toMatchObject({ errors: ["été:4:44: There is no variable nothing here."] });

  child.stdin.end();
  expect((await exit)[0]).toBe(0);
});

test("the process ends when the emulator stops it", async () => {
  const { child, exit, nextLine } = start();
  await nextLine();
  child.kill("SIGINT");
  expect((await exit)[1]).toBe("SIGINT");
});
