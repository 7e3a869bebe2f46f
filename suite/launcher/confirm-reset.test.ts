import { PassThrough } from "node:stream";
import { expect, it, vi } from "vitest";
import { confirmReset } from "./confirm-reset.ts";

/** Asks at a terminal where these keys are pressed; returns the outcome and the texts. */
async function pressed(keys: string): Promise<{ confirmed: boolean; shown: string; said: string }> {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = Object.assign(new PassThrough(), { isTTY: true });
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const answer = confirmReset(false, "/another/folder", { input, output });
  input.write(keys);
  const confirmed = await answer;
  const said = log.mock.calls.join();
  log.mockRestore();
  return { confirmed, shown: String(output.read()), said };
}

it("names the folder that would be emptied", async () => {
  expect((await pressed("n\r")).shown).toContain("saved in /another/folder?");
});

it.each(["y\r", "YES\r", " y \r"])("is a yes: %j", async (keys) => {
  expect(await pressed(keys)).toMatchObject({ confirmed: true, said: "" });
});

it.each([
  ["Enter", "\r"],
  ["no", "no\r"],
  ["Ctrl-C", "\u0003"],
  ["Ctrl-D", "\u0004"],
  ["a yes that Ctrl-C takes back", "y\u0003"],
])("is a no, and nothing is done: %s", async (_, keys) => {
  expect(await pressed(keys)).toMatchObject({
    confirmed: false,
    said: "Nothing was deleted, and nothing was started.",
  });
});
