import { spawnSync } from "node:child_process";
import type { Candidate } from "../machine/apt.ts";
import { type OperatingSystem, thisSystem } from "../machine/os-release.ts";

/** Debian's packages that cargo needs besides its own: a linker, and the certificates to trust the registry. */
export const BUILD_TOOLS = ["gcc", "libc6-dev", "ca-certificates"] as const;

/** Commands to run as root and then as the user; "" for none. */
type Commands = readonly [asRoot: string, asUser?: string];

interface Advice {
  matches(system: OperatingSystem): boolean;
  tools: Commands;
  /** Installs these tools and a Rust that can build hidane. */
  rust: Commands;
  /** Installs Java 21, or pip if the system has no package of Java 21. */
  java: Commands;
}

const is =
  (id: string, from = 0) =>
  (system: OperatingSystem): boolean =>
    system.id === id && system.version >= from;
const isLike = (id: string) => (system: OperatingSystem) => system.id === id || system.like.includes(id);

const INSTALLER = "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y";
const apt = (...packages: string[]): string => `apt-get update && apt-get install ${packages.join(" ")}`;

const DEBIAN = {
  tools: [apt(...BUILD_TOOLS)],
  rust: [apt("curl", ...BUILD_TOOLS), INSTALLER],
  java: [apt("python3-pip")],
} satisfies Omit<Advice, "matches">;
/** In Debian's security archive, since browsers are built with it. */
const CARGO_WEB: Commands = [apt("cargo-web", ...BUILD_TOOLS)];
const RUSTUP_PACKAGE: Commands = [apt("rustup", ...BUILD_TOOLS), "rustup default stable"];
const JAVA_PACKAGE: Commands = [apt("openjdk-21-jre-headless")];
const FEDORA = {
  tools: ["dnf install gcc"],
  rust: ["dnf install gcc", INSTALLER],
  java: ["dnf install java-21-openjdk-headless"],
} satisfies Omit<Advice, "matches">;

/** The first entry that matches the system counts. */
const ADVICE: readonly Advice[] = [
  { matches: is("debian", 13), ...DEBIAN, rust: CARGO_WEB, java: JAVA_PACKAGE },
  { matches: is("debian", 11), ...DEBIAN, rust: CARGO_WEB },
  { matches: is("ubuntu", 24.04), ...DEBIAN, rust: RUSTUP_PACKAGE, java: JAVA_PACKAGE },
  { matches: is("ubuntu", 22.04), ...DEBIAN, java: JAVA_PACKAGE },
  { matches: isLike("debian"), ...DEBIAN },
  { matches: is("fedora"), ...FEDORA, rust: ["dnf install cargo gcc"] },
  { matches: isLike("fedora"), ...FEDORA },
  {
    matches: isLike("arch"),
    tools: ["pacman -S --needed gcc"],
    rust: ["pacman -S --needed rust gcc"],
    java: ["pacman -S --needed jre21-openjdk-headless"],
  },
  {
    matches: is("alpine"),
    tools: ["apk add build-base"],
    rust: ["apk add build-base rustup", "rustup-init -y"],
    java: ["apk add openjdk21-jre-headless"],
  },
  {
    matches: is("macos"),
    tools: ["", "xcode-select --install"],
    rust: ["", `xcode-select --install; ${INSTALLER}`],
    java: ["", "xcode-select --install"],
  },
  { matches: () => true, tools: [""], rust: ["", INSTALLER], java: [""] },
];

/** The machine that runs the commands: its system, and how its user becomes root. */
export interface Host {
  system: OperatingSystem;
  root: "already" | "sudo" | "su";
}

/** One sentence with the commands that install Rust: the given package if there is one. */
export function rustAdvice(offered: Candidate | null, host = thisHost()): string {
  const { rust } = adviceFor(host);
  return sentence(host, "Rust", offered === null ? rust : [apt(offered.name, ...BUILD_TOOLS)]);
}

/** One sentence with the commands that install the tools that cargo needs. */
export function toolsAdvice(host = thisHost()): string {
  return sentence(host, "a C compiler", adviceFor(host).tools);
}

/** One sentence with the commands that install Java 21, or pip to install it with. */
export function javaAdvice(host = thisHost()): string {
  return sentence(host, "Java 21", adviceFor(host).java);
}

const adviceFor = ({ system }: Host): Advice => ADVICE.find(({ matches }) => matches(system))!;

function sentence({ system, root }: Host, what: string, [asRoot, asUser]: Commands): string {
  const commands = [becomeRoot[root](asRoot), asUser].filter(Boolean).join(" && ");
  if (commands === "") return `On ${system.name}, install ${what}, and run this command again.`;
  return `On ${system.name}, run \`${commands}\`, and then this command again in a new terminal.`;
}

const becomeRoot: Record<Host["root"], (commands: string) => string> = {
  already: (commands) => commands,
  sudo: (commands) => commands.replaceAll(/(^|&& )(?=\w)/g, "$1sudo "),
  // A login shell, since root's PATH has folders that a user's lacks.
  su: (commands) => commands && `su - -c '${commands}'`,
};

function thisHost(): Host {
  const hasSudo = spawnSync("sudo", ["--version"]).error === undefined;
  return { system: thisSystem(), root: process.getuid?.() === 0 ? "already" : hasSudo ? "sudo" : "su" };
}
