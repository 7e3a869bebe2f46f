import { PassThrough } from "node:stream";
import { expect, it, vi } from "vitest";
import { confirmReset } from "./start-options.ts";

/** Answers `confirmReset` on a fake terminal with these keys. Returns the result, the question and the log. */
async function answerWithKeys(keys: string): Promise<{ isConfirmed: boolean; question: string; loggedText: string }> {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = Object.assign(new PassThrough(), { isTTY: true });
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const answer = confirmReset("/another/folder", { input, output });
  input.write(keys);
  const isConfirmed = await answer;
  const loggedText = log.mock.calls.join();
  log.mockRestore();
  return { isConfirmed, question: String(output.read()), loggedText };
}

it("the question of --reset names the folder that would be emptied", async () => {
  expect((await answerWithKeys("n\r")).question).toContain("saved in /another/folder?");
});

it.each(["y\r", "YES\r", " y \r"])("the answer %j confirms the deletion", async (keys) => {
  expect(await answerWithKeys(keys)).toMatchObject({ isConfirmed: true, loggedText: "" });
});

it.each([
  ["Enter", "\r"],
  ["no", "no\r"],
  ["Ctrl-C", "\u0003"],
  ["Ctrl-D", "\u0004"],
  ["y and then Ctrl-C", "y\u0003"],
])("%s does not confirm the deletion, and a message says so", async (_, keys) => {
  expect(await answerWithKeys(keys)).toMatchObject({
    isConfirmed: false,
    loggedText: "Nothing was deleted, and nothing was started.",
  });
});
