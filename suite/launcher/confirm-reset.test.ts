import { PassThrough } from "node:stream";
import { expect, it, vi } from "vitest";
import { confirmReset } from "./confirm-reset.ts";

/** Asks at a terminal where somebody presses these keys; gives the outcome and what stood there. */
async function asked(keys: string): Promise<{ confirmed: boolean; shown: string; said: string }> {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = Object.assign(new PassThrough(), { isTTY: true });
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const asking = confirmReset(false, "/another/folder", { input, output });
  input.write(keys);
  const confirmed = await asking;
  const said = log.mock.calls.join();
  log.mockRestore();
  return { confirmed, shown: String(output.read()), said };
}

it("names the folder that would be emptied", async () => {
  expect((await asked("n\r")).shown).toContain("kept in /another/folder?");
});

it.each(["y\r", "YES\r", " y \r"])("is a yes: %j", async (keys) => {
  expect(await asked(keys)).toMatchObject({ confirmed: true, said: "" });
});

it.each([
  ["Enter", "\r"],
  ["no", "no\r"],
  ["Ctrl-C", "\u0003"],
  ["Ctrl-D", "\u0004"],
  ["a yes that Ctrl-C takes back", "y\u0003"],
])("is a no, and nothing is done: %s", async (_, keys) => {
  expect(await asked(keys)).toMatchObject({
    confirmed: false,
    said: "Nothing was forgotten, and nothing was started.",
  });
});
