import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DATA } from "../command-line/paths.ts";
import { readStartOptions, type StartOptions } from "./start-options.ts";

const parseStartOptions = (args: string[]): StartOptions => readStartOptions(args, "npm start")!;

describe("options of npm start", () => {
  // The environment of a test run may name an engine.
  beforeEach(() => vi.stubEnv("LOGBOOK_ENGINE", undefined));
  afterEach(() => vi.unstubAllEnvs());

  it("are all off by default, and the port is Firebase's own", () => {
    expect(parseStartOptions([])).toEqual({
      empty: false,
      reset: false,
      yes: false,
      ui: false,
      engine: undefined,
      port: 5000,
      data: DATA,
    });
  });

  it("may be in any order", () => {
    const options = parseStartOptions(["--port", "23000", "--engine=hidane", "--ui", "--empty"]);
    expect(options).toMatchObject({ port: 23000, engine: "hidane", ui: true, empty: true });
  });

  it("take the engine from the environment if they name none", () => {
    vi.stubEnv("LOGBOOK_ENGINE", "official");
    expect(parseStartOptions([]).engine).toBe("official");
    expect(parseStartOptions(["--engine", "hidane"]).engine).toBe("hidane");
    vi.stubEnv("LOGBOOK_ENGINE", "docker");
    expect(() => parseStartOptions([])).toThrow("There is no engine 'docker'");
  });

  it.each([
    [["--enpty"], "Unknown option '--enpty'"],
    [["--engine", "docker"], "There is no engine 'docker'. Choose --engine official or --engine hidane."],
    [["extra"], "Unexpected argument 'extra'"],
    [["--port"], "'--port <value>' argument missing"],
    [["--port", "--empty"], "Option '--port' argument is ambiguous. Run with --help to see the options."],
    [["--empty", "--reset"], "Please choose one"],
    [["--data="], "--data has an empty value. Run with --help"],
    [["--data", ""], "--data has an empty value. Run with --help"],
  ])("%j are refused with a sentence", (args, sentence) => {
    expect(() => parseStartOptions(args)).toThrow(sentence);
  });

  // With --port 2024 the suite's lowest port is 1024. With --port 61036 its highest port is 65535.
  it.each(["abc", "80", "61037", "-1", "5000.5"])("--port=%s is refused", (port) => {
    expect(() => parseStartOptions([`--port=${port}`])).toThrow("--port takes a number from 2024 to 61036");
  });

  it("resolve --data from the folder in which the user called npm", () => {
    vi.stubEnv("INIT_CWD", "/somewhere");
    expect(parseStartOptions(["--data", "else"]).data).toBe("/somewhere/else");
  });

  it("are in the help, with the default ports", () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
    expect(readStartOptions(["--help"], "npm run dev")).toBeNull();
    for (const word of [
      "npm run dev",
      "--empty",
      "--reset",
      "--ui",
      "--engine",
      "--port",
      "--help",
      "auth 9099",
      "hub 4400",
    ])
      expect(log.mock.calls.join()).toContain(word);
    log.mockRestore();
  });
});
