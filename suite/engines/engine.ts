import { CommandError } from "../command-line/command.ts";
import { withStep } from "../command-line/progress.mjs";
import { type Candidate, findCandidates, rootCommandPrefix, updateLists } from "../machine/apt.ts";
import {
  buildHidane,
  CARGO_PACKAGE_PATTERN,
  type Cargo,
  chooseCargo,
  findCargo,
  findHidane,
  HIDANE_VERSION,
  installCargo,
  isNewEnough,
  OLDEST_RUST,
} from "./hidane.ts";
import { javaAdvice, rustAdvice } from "./install-advice.ts";
import { findJava, findPip, installJava, type Java, OLDEST_JAVA, type Pip } from "./java.ts";
import { canFetchJars, fetchJars, hasJars } from "./official.ts";

/** The programs that can run Firestore and the Storage rules: Google's JARs, or hidane with our own rules runtime. */
export const ENGINES = ["official", "hidane"] as const;
export type EngineName = (typeof ENGINES)[number];
export type Engine = { kind: "official"; java: Java } | { kind: "hidane"; binary: string };

/** The engine that `--engine` or LOGBOOK_ENGINE names. Throws a `CommandError` at an unknown name. */
export function parseEngine(name: string | undefined): EngineName | undefined {
  if (name === undefined) return undefined;
  const engine = ENGINES.find((known) => known === name);
  if (engine === undefined)
    throw new CommandError(`There is no engine '${name}'. Choose --engine ${ENGINES.join(" or --engine ")}.`);
  return engine;
}

/** The programs and rights that a machine has for an engine. A property is missing until it is inspected. */
export interface Machine {
  hidane?: string | null;
  java?: Java | null;
  /** Google's JARs: on this machine, downloadable, or neither. */
  jars?: "here" | "reachable" | null;
  cargo?: Cargo | null;
  /** A package of the distribution that can build hidane. */
  cargoPackage?: Candidate | null;
  /** The words before a command that run it as root; `null` if root is not available. */
  rootPrefix?: string[] | null;
  pip?: Pip | null;
}

interface Source {
  name: string;
  engine: EngineName;
  /** Looks for what this source needs, unless an earlier source has looked for it. */
  inspect(machine: Machine, chosen: EngineName | undefined): Promise<Machine>;
  isAvailable(machine: Machine): boolean;
  provide(machine: Machine): Promise<Engine>;
  /** Printed with the engine if the user has chosen none. */
  reason: string;
}

const hasJava = ({ java }: Machine): boolean => java != null && java.major >= OLDEST_JAVA;
const hasCargo = ({ cargo }: Machine): boolean => cargo != null && isNewEnough(cargo.version);

/** All sources in the order in which they are tried: first what is installed, last what takes longest. */
const SOURCES: readonly Source[] = [
  {
    name: "officialInstalled",
    engine: "official",
    inspect: async () => ({ java: findJava(), jars: hasJars() ? "here" : null }),
    isAvailable: (machine) => hasJava(machine) && machine.jars === "here",
    provide: async ({ java }) => ({ kind: "official", java: java! }),
    reason: "it is here already",
  },
  {
    name: "hidaneInstalled",
    engine: "hidane",
    inspect: async () => ({ hidane: await findHidane() }),
    isAvailable: ({ hidane }) => hidane != null,
    provide: async ({ hidane }) => ({ kind: "hidane", binary: hidane! }),
    reason: "it is here already",
  },
  {
    name: "downloadJars",
    engine: "official",
    inspect: async (machine, chosen) => (hasJava(machine) ? { jars: await findJars(machine, chosen) } : {}),
    isAvailable: (machine) => hasJava(machine) && machine.jars === "reachable",
    provide: ({ java }) => provideOfficial(java!),
    reason: "Java is here, and this download is faster than building another engine",
  },
  {
    name: "cargo",
    engine: "hidane",
    inspect: async () => ({ cargo: await findCargo() }),
    isAvailable: hasCargo,
    provide: ({ cargo }) => provideHidane(cargo!),
    reason: "Google's is not available here, and cargo can build this one",
  },
  {
    name: "cargoPackage",
    engine: "hidane",
    inspect: async (machine) => (hasCargo(machine) ? {} : await findCargoPackage()),
    isAvailable: (machine) => !hasCargo(machine) && machine.cargoPackage != null && machine.rootPrefix != null,
    provide: async ({ rootPrefix, cargoPackage }) => provideHidane(await installCargo(rootPrefix!, cargoPackage!)),
    reason: "Google's is not available here, and a package of this system can build this one",
  },
  {
    name: "javaByPip",
    engine: "official",
    inspect: async (machine, chosen) =>
      hasJava(machine) ? {} : { jars: await findJars(machine, chosen), pip: await findPip() },
    isAvailable: (machine) => !hasJava(machine) && machine.jars != null && machine.pip != null,
    provide: async ({ pip }) => provideOfficial(await installJava(pip!)),
    reason: "hidane cannot be built here, and pip has Java",
  },
];

/** The sources of the chosen engine, or all if none is chosen. */
const sourcesOfEngine = (chosen: EngineName | undefined): Source[] =>
  SOURCES.filter(({ engine }) => chosen === undefined || engine === chosen);

/** The names of the sources that a machine has, in the order in which they are tried. */
export function availableSources(machine: Machine, chosen?: EngineName): string[] {
  return sourcesOfEngine(chosen).flatMap(({ name, isAvailable }) => (isAvailable(machine) ? [name] : []));
}

/** Provides the chosen engine, or the first that can run here. Downloads or builds what it needs, with progress. */
export async function provideEngine(chosen: EngineName | undefined): Promise<Engine> {
  let machine: Machine = {};
  let failure: CommandError | undefined;
  for (const { inspect, isAvailable, provide, reason } of sourcesOfEngine(chosen)) {
    machine = { ...machine, ...(await inspect(machine, chosen)) };
    if (!isAvailable(machine)) continue;
    if (failure !== undefined) console.error(`${failure.message}\nTrying another way.`);
    try {
      const engine = await provide(machine);
      console.log(`Firestore: ${engineName(engine)} (${chosen === undefined ? reason : "as asked for"})`);
      return engine;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      failure = error;
    }
  }
  throw failure ?? new CommandError(noEngineMessage(machine, chosen));
}

function engineName(engine: Engine): string {
  return engine.kind === "hidane" ? `hidane ${HIDANE_VERSION}` : `Google's emulator, Java ${engine.java.major}`;
}

async function findJars({ jars }: Machine, chosen: EngineName | undefined): Promise<Machine["jars"]> {
  if (jars != null) return jars;
  // If the user has chosen Google's engine, the download is tried even if Google's site does not answer now.
  return chosen === "official" || (await canFetchJars()) ? "reachable" : null;
}

async function findCargoPackage(): Promise<Pick<Machine, "rootPrefix" | "cargoPackage">> {
  const rootPrefix = await rootCommandPrefix();
  if (rootPrefix !== null)
    await withStep("Asking this system's packages for a newer Rust", () => updateLists(rootPrefix));
  return { rootPrefix, cargoPackage: chooseCargo(await findCandidates(CARGO_PACKAGE_PATTERN)) };
}

async function provideHidane(cargo: Cargo): Promise<Engine> {
  return { kind: "hidane", binary: await buildHidane(cargo) };
}

async function provideOfficial(java: Java): Promise<Engine> {
  if (hasJars() || (await fetchJars())) return { kind: "official", java };
  throw new CommandError(
    "Google's emulators could not be downloaded from storage.googleapis.com. Check the network, or start with --engine hidane.",
  );
}

/** How the user can install what is missing, in commands of their system. */
function noEngineMessage({ cargo, java, cargoPackage }: Machine, chosen: EngineName | undefined): string {
  if (chosen === "official") {
    const found = java == null ? "none" : `Java ${java.major}`;
    return `Google's emulators need Java ${OLDEST_JAVA} or newer; this machine has ${found}, and no pip to install it. ${javaAdvice()} Or start with --engine hidane.`;
  }
  const found = cargo == null ? "no cargo" : `cargo ${cargo.version.join(".")}`;
  return `The Firestore engine hidane has to be built once by Rust ${OLDEST_RUST.join(".")} or newer; this machine has ${found}. ${rustAdvice(cargoPackage ?? null)}`;
}
