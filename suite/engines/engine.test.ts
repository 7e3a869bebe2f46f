import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { inRoot } from "../command-line/paths.ts";
import { availableSources, type EngineName, type Machine } from "./engine.ts";
import { canBuildHidane, chooseCargoPackage } from "./hidane.ts";

const cargo = { version: [1, 88] } as const;
const oldCargo = { version: [0, 66] } as const;
const cargoPackage = { candidate: { name: "cargo-web", version: [1, 96] }, rootPrefix: [] } as const;
const java = { major: 21 };
const pip = ["pip3"];

/** Names of the sources for these tests, by engine and reason. */
const SOURCE_NAMES: Record<string, string> = {
  "official: it is here already": "officialInstalled",
  "hidane: it is here already": "hidaneInstalled",
  "official: Java is here, and this download is faster than building another engine": "downloadJars",
  "hidane: Google's is not available here, and cargo can build this one": "cargo",
  "hidane: Google's is not available here, and a package of this system can build this one": "cargoPackage",
  "official: hidane cannot be built here, and pip can install Java": "javaByPip",
};

interface Programs {
  hidane?: string;
  java?: { major: number };
  jars?: "installed" | "downloadable";
  cargo?: { version: readonly [number, number] };
  cargoPackage?: typeof cargoPackage;
  pip?: string[];
}

/** The names of the available sources on a machine that has these programs. */
async function namesOfSources(programs: Programs, chosenEngine?: EngineName): Promise<string[]> {
  const machine = {
    findHidane: async () => programs.hidane ?? null,
    findJava: () => programs.java ?? null,
    hasJars: () => programs.jars === "installed",
    canFetchJars: async () => programs.jars === "downloadable",
    findCargo: async () => programs.cargo ?? null,
    findCargoPackage: async () => programs.cargoPackage ?? null,
    findPip: async () => programs.pip ?? null,
  } as unknown as Machine;
  const names: string[] = [];
  for await (const { engine, reason } of availableSources(chosenEngine, machine))
    names.push(SOURCE_NAMES[`${engine}: ${reason}`] ?? reason);
  return names;
}

describe("the available sources of an engine, in their order", () => {
  it.each<[string, Programs, string[]]>([
    ["on a machine with nothing: none", {}, []],
    [
      "on a machine with everything: installed engines first, then a build",
      { hidane: "hidane", java, jars: "installed", cargo },
      ["officialInstalled", "hidaneInstalled", "cargo"],
    ],
    [
      "an installed hidane before Google's download",
      { hidane: "hidane", java, jars: "downloadable" },
      ["hidaneInstalled", "downloadJars"],
    ],
    ["Google's download before a build of hidane", { java, jars: "downloadable", cargo }, ["downloadJars", "cargo"]],
    ["no engine of Google if Java is too old", { java: { major: 17 }, jars: "installed", cargo }, ["cargo"]],
    ["the user's cargo instead of the distribution's", { cargo, cargoPackage }, ["cargo"]],
    ["the distribution's cargo if the user's is too old", { cargo: oldCargo, cargoPackage }, ["cargoPackage"]],
    ["none without a package that is new enough, or without root to install it", { cargo: oldCargo }, []],
    ["Java by pip as the last source", { cargoPackage, pip, jars: "downloadable" }, ["cargoPackage", "javaByPip"]],
    ["Java by pip if the Java on PATH is too old", { java: { major: 17 }, pip, jars: "installed" }, ["javaByPip"]],
    ["none if pip is there, but not Google's JARs", { pip }, []],
  ])("%s", async (_, programs, sources) => {
    expect(await namesOfSources(programs)).toEqual(sources);
  });

  it.each<[EngineName, string[]]>([
    ["official", ["officialInstalled"]],
    ["hidane", ["hidaneInstalled", "cargo"]],
  ])("only those of the engine that the user has chosen: %s", async (chosenEngine, sources) => {
    const programs: Programs = { hidane: "hidane", java, jars: "installed", cargo, pip };
    expect(await namesOfSources(programs, chosenEngine)).toEqual(sources);
  });
});

describe("hidane", () => {
  it.each([
    [[0, 66], false],
    [[1, 63], false],
    [[1, 87], false],
    [[1, 88], true],
    [[1, 100], true],
    [[2, 0], true],
  ] as const)("can be built by Rust %j: %s", (version, isEnough) => {
    expect(canBuildHidane(version)).toBe(isEnough);
  });

  it("is built by the newest package with a Rust that is new enough, if there is one", () => {
    const packages = [
      { name: "cargo", version: [0, 66] },
      { name: "cargo-1.100", version: [1, 100] },
      { name: "cargo-1.89", version: [1, 89] },
    ] as const;
    expect(chooseCargoPackage([...packages])?.name).toBe("cargo-1.100");
    expect(chooseCargoPackage(packages.slice(0, 1))).toBeNull();
    expect(chooseCargoPackage([])).toBeNull();
  });
});

it("engines/main.ts needs no package, because run.mjs runs it while the packages are being installed", () => {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    const imports = readFileSync(file, "utf8").matchAll(/^(?:import|export) (type )?[^;"=]*from "([^"]+)";$/gm);
    for (const [, isTypeOnly, name] of imports) {
      if (isTypeOnly !== undefined) continue;
      if (name!.startsWith(".")) visit(join(dirname(file), name!));
      else if (!name!.startsWith("node:")) packages.add(name!);
    }
  };
  visit(inRoot("suite", "engines", "main.ts"));
  expect(files.size).toBeGreaterThan(10);
  expect([...packages]).toEqual([]);
});
