import { PassThrough } from "node:stream";
import { expect, it, vi } from "vitest";
import { confirmReset } from "./confirm-reset.ts";

/** Calls `confirmReset` with a fake terminal and types these keys. Returns the outcome, the question and the log. */
async function pressKeys(keys: string): Promise<{ confirmed: boolean; shown: string; logged: string }> {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = Object.assign(new PassThrough(), { isTTY: true });
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const answer = confirmReset(false, "/another/folder", { input, output });
  input.write(keys);
  const confirmed = await answer;
  const logged = log.mock.calls.join();
  log.mockRestore();
  return { confirmed, shown: String(output.read()), logged };
}

it("asks with the name of the folder that would be emptied", async () => {
  expect((await pressKeys("n\r")).shown).toContain("saved in /another/folder?");
});

it.each(["y\r", "YES\r", " y \r"])("confirms after the answer %j", async (keys) => {
  expect(await pressKeys(keys)).toMatchObject({ confirmed: true, logged: "" });
});

it.each([
  ["Enter", "\r"],
  ["no", "no\r"],
  ["Ctrl-C", "\u0003"],
  ["Ctrl-D", "\u0004"],
  ["y and then Ctrl-C", "y\u0003"],
])("does not confirm, and says so, after %s", async (_, keys) => {
  expect(await pressKeys(keys)).toMatchObject({
    confirmed: false,
    logged: "Nothing was deleted, and nothing was started.",
  });
});
