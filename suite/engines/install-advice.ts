import { spawnSync } from "node:child_process";
import type { Candidate } from "../machine/apt.ts";
import { type OperatingSystem, thisSystem } from "../machine/operating-system.ts";

/** Debian's packages that cargo needs besides its own: a linker, and the certificates to trust the registry. */
export const BUILD_TOOLS = ["gcc", "libc6-dev", "ca-certificates"] as const;

/** Commands to run as root and then as the user; "" for none. */
type Commands = readonly [asRoot: string, asUser?: string];

interface Advice {
  matches(system: OperatingSystem): boolean;
  /** Installs a C compiler and what else cargo needs. */
  tools: Commands;
  /** Installs these tools and a Rust that can build hidane. */
  rust: Commands;
  /** Installs Java 21, or pip if the system has no package of Java 21. */
  java: Commands;
}

const isSystem =
  (id: string, minVersion = 0) =>
  (system: OperatingSystem): boolean =>
    system.id === id && system.version >= minVersion;
const isOrDerivesFrom = (id: string) => (system: OperatingSystem) => system.id === id || system.like.includes(id);

const RUSTUP = "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y";
const aptCommand = (...packages: string[]): string => `apt-get update && apt-get install ${packages.join(" ")}`;

const DEBIAN = {
  tools: [aptCommand(...BUILD_TOOLS)],
  rust: [aptCommand("curl", ...BUILD_TOOLS), RUSTUP],
  java: [aptCommand("python3-pip")],
} satisfies Omit<Advice, "matches">;
/** Old Debian releases also get new versions of this package, since browsers are built with it. */
const CARGO_WEB_PACKAGE: Commands = [aptCommand("cargo-web", ...BUILD_TOOLS)];
const RUSTUP_PACKAGE: Commands = [aptCommand("rustup", ...BUILD_TOOLS), "rustup default stable"];
const JAVA_PACKAGE: Commands = [aptCommand("openjdk-21-jre-headless")];
const FEDORA = {
  tools: ["dnf install gcc"],
  rust: ["dnf install gcc", RUSTUP],
  java: ["dnf install java-21-openjdk-headless"],
} satisfies Omit<Advice, "matches">;

/** The first entry that matches the system counts. */
const ADVICE: readonly Advice[] = [
  { matches: isSystem("debian", 13), ...DEBIAN, rust: CARGO_WEB_PACKAGE, java: JAVA_PACKAGE },
  { matches: isSystem("debian", 11), ...DEBIAN, rust: CARGO_WEB_PACKAGE },
  { matches: isSystem("ubuntu", 24.04), ...DEBIAN, rust: RUSTUP_PACKAGE, java: JAVA_PACKAGE },
  { matches: isSystem("ubuntu", 22.04), ...DEBIAN, java: JAVA_PACKAGE },
  { matches: isOrDerivesFrom("debian"), ...DEBIAN },
  { matches: isSystem("fedora"), ...FEDORA, rust: ["dnf install cargo gcc"] },
  { matches: isOrDerivesFrom("fedora"), ...FEDORA },
  {
    matches: isOrDerivesFrom("arch"),
    tools: ["pacman -S --needed gcc"],
    rust: ["pacman -S --needed rust gcc"],
    java: ["pacman -S --needed jre21-openjdk-headless"],
  },
  {
    matches: isSystem("alpine"),
    tools: ["apk add build-base"],
    rust: ["apk add build-base rustup", "rustup-init -y"],
    java: ["apk add openjdk21-jre-headless"],
  },
  {
    matches: isSystem("macos"),
    // Apple's tools contain a C compiler and pip. xcode-select fails if they are installed, hence the `;`.
    tools: ["", "xcode-select --install"],
    rust: ["", `xcode-select --install; ${RUSTUP}`],
    java: ["", "xcode-select --install"],
  },
  { matches: () => true, tools: [""], rust: ["", RUSTUP], java: [""] },
];

/** The machine that runs the commands: its system, and how its user becomes root. */
export interface Host {
  system: OperatingSystem;
  root: "already" | "sudo" | "su";
}

/** One sentence with the commands that install Rust: from the package if one is given. */
export function rustAdvice(rustPackage: Candidate | null, host = thisHost()): string {
  const { rust } = adviceFor(host);
  return adviceSentence(host, "Rust", rustPackage === null ? rust : [aptCommand(rustPackage.name, ...BUILD_TOOLS)]);
}

/** One sentence with the commands that install the tools that cargo needs. */
export function toolsAdvice(host = thisHost()): string {
  return adviceSentence(host, "a C compiler", adviceFor(host).tools);
}

/** One sentence with the commands that install Java 21, or pip to install it with. */
export function javaAdvice(host = thisHost()): string {
  return adviceSentence(host, "Java 21", adviceFor(host).java);
}

const adviceFor = ({ system }: Host): Advice => ADVICE.find(({ matches }) => matches(system))!;

function adviceSentence({ system, root }: Host, programName: string, [asRoot, asUser]: Commands): string {
  const commands = [addRootPrefix[root](asRoot), asUser].filter(Boolean).join(" && ");
  if (commands === "") return `On ${system.name}, install ${programName}, and run this command again.`;
  return `On ${system.name}, run \`${commands}\`, and then this command again in a new terminal.`;
}

const addRootPrefix: Record<Host["root"], (commands: string) => string> = {
  already: (commands) => commands,
  // The pattern finds the beginning of each command.
  sudo: (commands) => commands.replaceAll(/(^|&& )(?=\w)/g, "$1sudo "),
  // `su -` starts a login shell, since root's PATH has folders that a user's PATH lacks.
  su: (commands) => (commands === "" ? "" : `su - -c '${commands}'`),
};

function thisHost(): Host {
  const hasSudo = spawnSync("sudo", ["--version"]).error === undefined;
  const isRoot = process.getuid?.() === 0;
  const rootCommand = hasSudo ? "sudo" : "su";
  return { system: thisSystem(), root: isRoot ? "already" : rootCommand };
}
