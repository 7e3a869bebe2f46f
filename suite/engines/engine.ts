import { CommandError } from "../command-line/command.ts";
import {
  buildHidane,
  type Cargo,
  canBuildHidane,
  findCargo,
  findCargoPackage,
  findHidane,
  HIDANE_VERSION,
  installCargo,
  newestCargoPackage,
  OLDEST_RUST,
} from "./hidane.ts";
import { javaAdvice, rustAdvice } from "./install-advice.ts";
import { findJava, findPip, installJava, type Java, OLDEST_JAVA } from "./java.ts";
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

/** Functions that look for programs on this machine. Each source (below) calls those that it needs when it is tried. */
const THIS_MACHINE = { findJava, hasJars, canFetchJars, findHidane, findCargo, findCargoPackage, findPip };
export type Machine = typeof THIS_MACHINE;

/** A way to get an engine, such as a download or a build. */
interface Source {
  engine: EngineName;
  /** Printed with the engine if the user has chosen none. */
  reason: string;
  /** Returns the function that provides the engine, or `null` if this machine lacks what that function needs. */
  find(machine: Machine, isEngineChosen: boolean): Promise<(() => Promise<Engine>) | null>;
}

/** All sources in the order in which they are tried: first what is installed, last what takes longest. */
const SOURCES: readonly Source[] = [
  {
    engine: "official",
    reason: "it is here already",
    async find({ findJava, hasJars }) {
      const java = usableJava(findJava());
      return java !== null && hasJars() ? async () => ({ kind: "official", java }) : null;
    },
  },
  {
    engine: "hidane",
    reason: "it is here already",
    async find({ findHidane }) {
      const binary = await findHidane();
      return binary === null ? null : async () => ({ kind: "hidane", binary });
    },
  },
  {
    engine: "official",
    reason: "Java is here, and this download is faster than building another engine",
    async find({ findJava, hasJars, canFetchJars }, isEngineChosen) {
      const java = usableJava(findJava());
      if (java === null || hasJars()) return null;
      // A chosen engine is always tried, so that a failed download is reported.
      const triesDownload = isEngineChosen || (await canFetchJars());
      return triesDownload ? () => provideOfficial(java) : null;
    },
  },
  {
    engine: "hidane",
    reason: "Google's is not available here, and cargo can build this one",
    async find({ findCargo }) {
      const cargo = usableCargo(await findCargo());
      return cargo === null ? null : () => provideHidane(cargo);
    },
  },
  {
    engine: "hidane",
    reason: "Google's is not available here, and a package of this system can build this one",
    async find({ findCargo, findCargoPackage }) {
      // With a usable cargo, the source above has failed to build hidane already.
      const cargoPackage = usableCargo(await findCargo()) === null ? await findCargoPackage() : null;
      return cargoPackage === null ? null : async () => provideHidane(await installCargo(cargoPackage));
    },
  },
  {
    engine: "official",
    reason: "hidane cannot be built here, and pip can install Java",
    async find({ findJava, hasJars, canFetchJars, findPip }, isEngineChosen) {
      // With a usable Java, the sources above have been tried already; another Java would not help.
      if (usableJava(findJava()) !== null) return null;
      const triesJars = hasJars() || isEngineChosen || (await canFetchJars());
      const pip = triesJars ? await findPip() : null;
      return pip === null ? null : async () => provideOfficial(await installJava(pip));
    },
  },
];

const usableJava = (java: Java | null): Java | null => (java !== null && java.major >= OLDEST_JAVA ? java : null);
const usableCargo = (cargo: Cargo | null): Cargo | null =>
  cargo !== null && canBuildHidane(cargo.version) ? cargo : null;

/** The sources that a machine has, in the order in which they are tried: of the chosen engine, or of all. */
export async function* availableSources(chosenEngine: EngineName | undefined, machine = THIS_MACHINE) {
  for (const { engine, reason, find } of SOURCES) {
    if (chosenEngine !== undefined && engine !== chosenEngine) continue;
    const provide = await find(machine, chosenEngine !== undefined);
    if (provide !== null) yield { engine, reason, provide };
  }
}

/** Provides the chosen engine, or the first that this machine can run. Downloads or builds it and shows progress. */
export async function provideEngine(chosenEngine: EngineName | undefined): Promise<Engine> {
  let failure: CommandError | undefined;
  for await (const { reason, provide } of availableSources(chosenEngine)) {
    if (failure !== undefined) console.error(`${failure.message}\nTrying another way.`);
    try {
      const engine = await provide();
      console.log(`Firestore: ${describeEngine(engine)} (${chosenEngine === undefined ? reason : "as asked for"})`);
      return engine;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      failure = error;
    }
  }
  throw failure ?? new CommandError(await noEngineMessage(chosenEngine));
}

function describeEngine(engine: Engine): string {
  return engine.kind === "hidane" ? `hidane ${HIDANE_VERSION}` : `Google's emulator, Java ${engine.java.major}`;
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
async function noEngineMessage(chosenEngine: EngineName | undefined): Promise<string> {
  if (chosenEngine === "official") {
    const java = findJava();
    const foundJava = java === null ? "none" : `Java ${java.major}`;
    return `Google's emulators need Java ${OLDEST_JAVA} or newer; this machine has ${foundJava}, and no pip to install it. ${javaAdvice()} Or start with --engine hidane.`;
  }
  const cargo = await findCargo();
  const foundCargo = cargo === null ? "no cargo" : `cargo ${cargo.version.join(".")}`;
  return `The Firestore engine hidane has to be built once by Rust ${OLDEST_RUST.join(".")} or newer; this machine has ${foundCargo}. ${rustAdvice(await newestCargoPackage())}`;
}
