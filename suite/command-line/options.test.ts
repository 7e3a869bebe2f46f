import { describe, expect, it, vi } from "vitest";
import { CommandError } from "./command.ts";
import { readOptions } from "./options.ts";

describe("options of a command", () => {
  const OPTIONS = { out: { type: "string" }, yes: { type: "boolean", default: false } } as const;

  it("are read, and words without dashes too if the command takes names", () => {
    expect(readOptions(["--out", "file"], "help", OPTIONS)?.values).toMatchObject({ out: "file", yes: false });
    const { values, positionals } = readOptions(["word", "--yes"], "help", OPTIONS, { takesNames: true })!;
    expect([values.yes, positionals]).toEqual([true, ["word"]]);
  });

  it("are not returned if they include --help, which prints the help", () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
    expect(readOptions(["--yes", "--help"], "what it does", OPTIONS)).toBeNull();
    expect(log).toHaveBeenCalledExactlyOnceWith("what it does");
    log.mockRestore();
  });

  it.each([["--otu"], ["word"], ["--out"], ["--out="], ["--out", ""]])("%s is refused with a sentence", (...args) => {
    expect(() => readOptions(args, "help", OPTIONS)).toThrow(CommandError);
  });
});
