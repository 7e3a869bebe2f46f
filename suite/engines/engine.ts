import { CommandError } from "../command-line/command.ts";
import { startStep } from "../command-line/progress.mjs";
import { aptAsRoot, type Candidate, candidates, updateLists } from "../machine/apt.ts";
import {
  buildHidane,
  CARGO_PACKAGES,
  type Cargo,
  chooseCargo,
  findCargo,
  HIDANE_VERSION,
  hidaneHere,
  installCargo,
  isNewEnough,
  OLDEST_RUST,
} from "./hidane.ts";
import { javaAdvice, rustAdvice } from "./install-advice.ts";
import { findJava, findPip, installJava, type Java, OLDEST_JAVA, type Pip } from "./java.ts";
import { fetchJars, hasJars, jarsCanBeFetched } from "./official.ts";

/** What runs Firestore and the Storage rules: Google's JARs, or hidane with our own rules runtime. */
export const ENGINES = ["official", "hidane"] as const;
export type EngineName = (typeof ENGINES)[number];
export type Engine = { kind: "official"; java: Java } | { kind: "hidane"; binary: string };

/** The engine that `--engine` or, for all suites at once, `LOGBOOK_ENGINE` names; a name that is none is a `CommandError`. */
export function parseEngine(name: string | undefined): EngineName | undefined {
  if (name === undefined) return undefined;
  const engine = ENGINES.find((known) => known === name);
  if (engine === undefined)
    throw new CommandError(`There is no engine '${name}'. Choose --engine ${ENGINES.join(" or --engine ")}.`);
  return engine;
}

/** What an engine can be made of on a machine, as far as it has been looked at. */
export interface Machine {
  /** The program, if it is here. */
  hidane: string | null;
  java: Java | null;
  /** Google's JARs: on this machine, to be had, or neither. */
  jars: "here" | "reachable" | null;
  cargo: Cargo | null;
  /** A package of the distribution that can build hidane. */
  cargoPackage: Candidate | null;
  /** What comes before apt-get; `null` where root is not to be had. */
  asRoot: string[] | null;
  pip: Pip | null;
}

/** One way to an engine. */
interface Way {
  engine: EngineName;
  /** Looks at what this way needs and no way before it has looked at. */
  look(machine: Machine, asked: EngineName | undefined): Promise<Partial<Machine>>;
  can(machine: Machine): boolean;
  provide(machine: Machine): Promise<Engine>;
  /** Why this engine, where nobody has asked for one. */
  why: string;
}

const NOTHING: Machine = {
  hidane: null,
  java: null,
  jars: null,
  cargo: null,
  cargoPackage: null,
  asRoot: null,
  pip: null,
};

const hasJava = ({ java }: Machine): boolean => java !== null && java.major >= OLDEST_JAVA;
const hasCargo = ({ cargo }: Machine): boolean => cargo !== null && isNewEnough(cargo.version);

/** All ways to an engine in the order they are tried: first what is here, last what takes longest or most. */
const WAYS = {
  officialHere: {
    engine: "official",
    look: async () => ({ java: findJava(), jars: hasJars() ? "here" : null }),
    can: (machine) => hasJava(machine) && machine.jars === "here",
    provide: async ({ java }) => ({ kind: "official", java: java! }),
    why: "it is here already",
  },
  hidaneHere: {
    engine: "hidane",
    look: async () => ({ hidane: await hidaneHere() }),
    can: ({ hidane }) => hidane !== null,
    provide: async ({ hidane }) => ({ kind: "hidane", binary: hidane! }),
    why: "it is here already",
  },
  downloadJars: {
    engine: "official",
    look: async (machine, asked) => (hasJava(machine) ? { jars: await findJars(machine, asked) } : {}),
    can: (machine) => hasJava(machine) && machine.jars === "reachable",
    provide: ({ java }) => official(java!),
    why: "Java is here, and its download is faster than building another",
  },
  cargo: {
    engine: "hidane",
    look: async () => ({ cargo: await findCargo() }),
    can: hasCargo,
    provide: ({ cargo }) => hidane(cargo!),
    why: "Google's cannot be had with what is here, and cargo can build this one",
  },
  cargoPackage: {
    engine: "hidane",
    look: async (machine) => (hasCargo(machine) ? {} : await lookAtPackages()),
    can: (machine) => !hasCargo(machine) && machine.cargoPackage !== null && machine.asRoot !== null,
    provide: async ({ asRoot, cargoPackage }) => hidane(await installCargo(asRoot!, cargoPackage!)),
    why: "Google's cannot be had with what is here, and a package of this system can build this one",
  },
  javaByPip: {
    engine: "official",
    look: async (machine, asked) =>
      hasJava(machine) ? {} : { jars: await findJars(machine, asked), pip: await findPip() },
    can: (machine) => !hasJava(machine) && machine.jars !== null && machine.pip !== null,
    provide: async ({ pip }) => official(await installJava(pip!)),
    why: "hidane cannot be built here, and pip has Java",
  },
} satisfies Record<string, Way>;

type WayName = keyof typeof WAYS;

/** The ways to the engine asked for, or to any. */
const waysTo = (asked: EngineName | undefined): [WayName, Way][] =>
  Object.entries<Way>(WAYS).filter(([, { engine }]) => asked === undefined || engine === asked) as [WayName, Way][];

/** The names of the ways that a machine allows, in the order they are to be tried. */
export function waysFor(machine: Partial<Machine>, asked?: EngineName): WayName[] {
  return waysTo(asked).flatMap(([name, { can }]) => (can({ ...NOTHING, ...machine }) ? [name] : []));
}

/** The engine asked for, or the first that can run here. What it needs is fetched or built, with progress. */
export async function provideEngine(asked: EngineName | undefined): Promise<Engine> {
  let machine = NOTHING;
  let failure: CommandError | undefined;
  for (const [, { look, can, provide, why }] of waysTo(asked)) {
    machine = { ...machine, ...(await look(machine, asked)) };
    if (!can(machine)) continue;
    if (failure !== undefined) console.error(`${failure.message}\nTrying another way.`);
    try {
      const engine = await provide(machine);
      console.log(`Firestore: ${engineName(engine)} (${asked === undefined ? why : "as asked for"})`);
      return engine;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      failure = error;
    }
  }
  throw failure ?? new CommandError(noEngine(machine, asked));
}

function engineName(engine: Engine): string {
  return engine.kind === "hidane" ? `hidane ${HIDANE_VERSION}` : `Google's emulator, Java ${engine.java.major}`;
}

async function findJars({ jars }: Machine, asked: EngineName | undefined): Promise<Machine["jars"]> {
  // Asked for, the download is tried even where a first look at Google's site would fail.
  return jars ?? (asked === "official" || (await jarsCanBeFetched()) ? "reachable" : null);
}

async function lookAtPackages(): Promise<Pick<Machine, "asRoot" | "cargoPackage">> {
  const asRoot = await aptAsRoot();
  if (asRoot !== null) {
    const step = startStep("Asking this system's packages for a newer Rust");
    await updateLists(asRoot);
    step.done();
  }
  return { asRoot, cargoPackage: chooseCargo(await candidates(CARGO_PACKAGES)) };
}

async function hidane(cargo: Cargo): Promise<Engine> {
  return { kind: "hidane", binary: await buildHidane(cargo) };
}

async function official(java: Java): Promise<Engine> {
  if (hasJars() || (await fetchJars())) return { kind: "official", java };
  throw new CommandError(
    "Google's emulators could not be downloaded from storage.googleapis.com. Check the network, or start with --engine hidane.",
  );
}

/** What a person can do where no way was left, in commands of their own system. */
function noEngine({ cargo, java, cargoPackage }: Machine, asked: EngineName | undefined): string {
  if (asked === "official") {
    const has = java === null ? "none" : `Java ${java.major}`;
    return `Google's emulators need Java ${OLDEST_JAVA} or newer; this machine has ${has}, and no pip to install it. ${javaAdvice()} Or start with --engine hidane.`;
  }
  const has = cargo === null ? "has no cargo" : `has cargo ${cargo.version.join(".")}`;
  return `The Firestore engine hidane has to be built once by Rust ${OLDEST_RUST.join(".")} or newer; this machine ${has}. ${rustAdvice(cargoPackage)}`;
}
