import { CommandError } from "../command-line/command.ts";
import { withStep } from "../command-line/progress.mjs";
import { type Candidate, findCandidates, rootCommandPrefix, updatePackageLists } from "../machine/apt.ts";
import {
  buildHidane,
  CARGO_PACKAGE_PATTERN,
  type Cargo,
  canBuildHidane,
  chooseCargoPackage,
  findCargo,
  findHidane,
  HIDANE_VERSION,
  installCargo,
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
  const engine = ENGINES.find((engineName) => engineName === name);
  if (engine === undefined)
    throw new CommandError(`There is no engine '${name}'. Choose --engine ${ENGINES.join(" or --engine ")}.`);
  return engine;
}

/**
 * The programs for an engine that a machine has. A property is missing until a source has looked for it, and `null` if
 * the source has not found it.
 */
export interface Machine {
  /** The path of the installed program. */
  hidane?: string | null;
  java?: Java | null;
  /** Whether Google's JARs are installed or can be downloaded. */
  jars?: "installed" | "downloadable" | null;
  cargo?: Cargo | null;
  /** A package of the distribution that can build hidane. */
  cargoPackage?: Candidate | null;
  /** The words before a command that run it as root. */
  rootPrefix?: string[] | null;
  pip?: Pip | null;
}

/** A way to get an engine, such as a download or a build. */
interface Source {
  name: string;
  engine: EngineName;
  /** Looks for what this source needs and no earlier source has looked for, and returns what it found. */
  inspect(machine: Machine, chosenEngine: EngineName | undefined): Promise<Machine>;
  isAvailable(machine: Machine): boolean;
  provide(machine: Machine): Promise<Engine>;
  /** Printed with the engine if the user has chosen none. */
  reason: string;
}

const hasUsableJava = ({ java }: Machine): boolean => java != null && java.major >= OLDEST_JAVA;
const hasUsableCargo = ({ cargo }: Machine): boolean => cargo != null && canBuildHidane(cargo.version);

/** All sources in the order in which they are tried: first what is installed, last what takes longest. */
const SOURCES: readonly Source[] = [
  {
    name: "officialInstalled",
    engine: "official",
    inspect: async () => ({ java: findJava(), jars: hasJars() ? "installed" : null }),
    isAvailable: (machine) => hasUsableJava(machine) && machine.jars === "installed",
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
    inspect: async (machine, chosenEngine) =>
      hasUsableJava(machine) ? { jars: await findJars(machine, chosenEngine) } : {},
    isAvailable: (machine) => hasUsableJava(machine) && machine.jars === "downloadable",
    provide: ({ java }) => provideOfficial(java!),
    reason: "Java is here, and this download is faster than building another engine",
  },
  {
    name: "cargo",
    engine: "hidane",
    inspect: async () => ({ cargo: await findCargo() }),
    isAvailable: hasUsableCargo,
    provide: ({ cargo }) => provideHidane(cargo!),
    reason: "Google's is not available here, and cargo can build this one",
  },
  {
    name: "cargoPackage",
    engine: "hidane",
    inspect: async (machine) => (hasUsableCargo(machine) ? {} : await findCargoPackage()),
    // With a usable cargo, the source above has failed to build hidane already.
    isAvailable: (machine) => !hasUsableCargo(machine) && machine.cargoPackage != null && machine.rootPrefix != null,
    provide: async ({ rootPrefix, cargoPackage }) => provideHidane(await installCargo(rootPrefix!, cargoPackage!)),
    reason: "Google's is not available here, and a package of this system can build this one",
  },
  {
    name: "javaByPip",
    engine: "official",
    inspect: async (machine, chosenEngine) =>
      hasUsableJava(machine) ? {} : { jars: await findJars(machine, chosenEngine), pip: await findPip() },
    // With a usable Java, the sources above have been tried already; another Java would not help.
    isAvailable: (machine) => !hasUsableJava(machine) && machine.jars != null && machine.pip != null,
    provide: async ({ pip }) => provideOfficial(await installJava(pip!)),
    reason: "hidane cannot be built here, and pip has Java",
  },
];

/** The sources of the chosen engine, or all if none is chosen. */
const sourcesOfEngine = (chosenEngine: EngineName | undefined): Source[] =>
  SOURCES.filter(({ engine }) => chosenEngine === undefined || engine === chosenEngine);

/** The names of the sources that a machine has, in the order in which they are tried. */
export function availableSources(machine: Machine, chosenEngine?: EngineName): string[] {
  return sourcesOfEngine(chosenEngine).flatMap(({ name, isAvailable }) => (isAvailable(machine) ? [name] : []));
}

/** Provides the chosen engine, or the first that this machine can run. Downloads or builds it and shows progress. */
export async function provideEngine(chosenEngine: EngineName | undefined): Promise<Engine> {
  let machine: Machine = {};
  let failure: CommandError | undefined;
  for (const { inspect, isAvailable, provide, reason } of sourcesOfEngine(chosenEngine)) {
    machine = { ...machine, ...(await inspect(machine, chosenEngine)) };
    if (!isAvailable(machine)) continue;
    if (failure !== undefined) console.error(`${failure.message}\nTrying another way.`);
    try {
      const engine = await provide(machine);
      console.log(`Firestore: ${describeEngine(engine)} (${chosenEngine === undefined ? reason : "as asked for"})`);
      return engine;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      failure = error;
    }
  }
  throw failure ?? new CommandError(noEngineMessage(machine, chosenEngine));
}

function describeEngine(engine: Engine): string {
  return engine.kind === "hidane" ? `hidane ${HIDANE_VERSION}` : `Google's emulator, Java ${engine.java.major}`;
}

async function findJars({ jars }: Machine, chosenEngine: EngineName | undefined): Promise<Machine["jars"]> {
  if (jars != null) return jars;
  // If the user has chosen Google's engine, the download is tried even if Google's site does not answer now.
  return chosenEngine === "official" || (await canFetchJars()) ? "downloadable" : null;
}

async function findCargoPackage(): Promise<Pick<Machine, "rootPrefix" | "cargoPackage">> {
  const rootPrefix = await rootCommandPrefix();
  if (rootPrefix !== null)
    await withStep("Asking this system's packages for a newer Rust", () => updatePackageLists(rootPrefix));
  return { rootPrefix, cargoPackage: chooseCargoPackage(await findCandidates(CARGO_PACKAGE_PATTERN)) };
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

/** Says what is missing, with the commands that install it on the user's system. */
function noEngineMessage({ cargo, java, cargoPackage }: Machine, chosenEngine: EngineName | undefined): string {
  if (chosenEngine === "official") {
    const foundJava = java == null ? "none" : `Java ${java.major}`;
    return `Google's emulators need Java ${OLDEST_JAVA} or newer; this machine has ${foundJava}, and no pip to install it. ${javaAdvice()} Or start with --engine hidane.`;
  }
  const foundCargo = cargo == null ? "no cargo" : `cargo ${cargo.version.join(".")}`;
  return `The Firestore engine hidane has to be built once by Rust ${OLDEST_RUST.join(".")} or newer; this machine has ${foundCargo}. ${rustAdvice(cargoPackage ?? null)}`;
}
