import { spawnSync } from "node:child_process";
import type { Candidate } from "../machine/apt.ts";
import { type OperatingSystem, thisSystem } from "../machine/os-release.ts";

/** Debian's packages that cargo needs and its own package leaves out: what links, and what the registry is trusted by. */
export const BUILD_TOOLS = ["gcc", "libc6-dev", "ca-certificates"] as const;

/** What a person runs as root, and then as themselves; "" for nothing. */
type Commands = readonly [asRoot: string, asSelf?: string];

/** What one kind of system needs. */
interface Advice {
  fits(system: OperatingSystem): boolean;
  tools: Commands;
  /** A Rust that can build hidane, and these tools. */
  rust: Commands;
  /** Java 21, or pip, which has it, where the system has no package of Java 21. */
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
} satisfies Omit<Advice, "fits">;
/** In the security archive, since browsers are built with it. */
const CARGO_WEB: Commands = [apt("cargo-web", ...BUILD_TOOLS)];
const RUSTUP_PACKAGE: Commands = [apt("rustup", ...BUILD_TOOLS), "rustup default stable"];
const JAVA_PACKAGE: Commands = [apt("openjdk-21-jre-headless")];
const FEDORA = {
  tools: ["dnf install gcc"],
  rust: ["dnf install gcc", INSTALLER],
  java: ["dnf install java-21-openjdk-headless"],
} satisfies Omit<Advice, "fits">;

/** The first that fits counts. */
const ADVICE: readonly Advice[] = [
  { fits: is("debian", 13), ...DEBIAN, rust: CARGO_WEB, java: JAVA_PACKAGE },
  { fits: is("debian", 11), ...DEBIAN, rust: CARGO_WEB },
  { fits: is("ubuntu", 24.04), ...DEBIAN, rust: RUSTUP_PACKAGE, java: JAVA_PACKAGE },
  { fits: is("ubuntu", 22.04), ...DEBIAN, java: JAVA_PACKAGE },
  { fits: isLike("debian"), ...DEBIAN },
  { fits: is("fedora"), ...FEDORA, rust: ["dnf install cargo gcc"] },
  { fits: isLike("fedora"), ...FEDORA },
  {
    fits: isLike("arch"),
    tools: ["pacman -S --needed gcc"],
    rust: ["pacman -S --needed rust gcc"],
    java: ["pacman -S --needed jre21-openjdk-headless"],
  },
  {
    fits: is("alpine"),
    tools: ["apk add build-base"],
    rust: ["apk add build-base rustup", "rustup-init -y"],
    java: ["apk add openjdk21-jre-headless"],
  },
  {
    fits: is("macos"),
    tools: ["", "xcode-select --install"],
    rust: ["", `xcode-select --install; ${INSTALLER}`],
    java: ["", "xcode-select --install"],
  },
  { fits: () => true, tools: [""], rust: ["", INSTALLER], java: [""] },
];

/** Who is to run the commands: on which system, and how they become root. */
export interface Asker {
  system: OperatingSystem;
  root: "already" | "sudo" | "su";
}

/** One sentence with commands that install what builds hidane: this package where its archive offers one. */
export function rustAdvice(offered: Candidate | null, asker = thisAsker()): string {
  const { rust } = adviceFor(asker);
  return sentence(asker, "Rust", offered === null ? rust : [apt(offered.name, ...BUILD_TOOLS)]);
}

/** One sentence with commands that install what cargo needs beside itself. */
export function toolsAdvice(asker = thisAsker()): string {
  return sentence(asker, "a C compiler", adviceFor(asker).tools);
}

/** One sentence with commands that install Java 21, or what it can be installed with. */
export function javaAdvice(asker = thisAsker()): string {
  return sentence(asker, "Java 21", adviceFor(asker).java);
}

const adviceFor = ({ system }: Asker): Advice => ADVICE.find(({ fits }) => fits(system))!;

function sentence({ system, root }: Asker, what: string, [asRoot, asSelf]: Commands): string {
  const commands = [becomeRoot[root](asRoot), asSelf].filter(Boolean).join(" && ");
  if (commands === "") return `On ${system.name}, install ${what}, and run this command again.`;
  return `On ${system.name}, run \`${commands}\`, and then this command again in a new terminal.`;
}

const becomeRoot: Record<Asker["root"], (commands: string) => string> = {
  already: (commands) => commands,
  sudo: (commands) => commands.replaceAll(/(^|&& )(?=\w)/g, "$1sudo "),
  // A login shell, since root's PATH has folders that a person's lacks.
  su: (commands) => commands && `su - -c '${commands}'`,
};

function thisAsker(): Asker {
  const hasSudo = spawnSync("sudo", ["--version"]).error === undefined;
  return { system: thisSystem(), root: process.getuid?.() === 0 ? "already" : hasSudo ? "sudo" : "su" };
}
