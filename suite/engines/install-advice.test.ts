import { describe, expect, it } from "vitest";
import { type Asker, javaAdvice, rustAdvice, toolsAdvice } from "./install-advice.ts";

const asker = (id: string, version = 0, more: Partial<Asker> & { like?: string[] } = {}): Asker => ({
  system: { id, like: more.like ?? [], version, name: "X" },
  root: more.root ?? "already",
});
const run = (commands: string) => `On X, run \`${commands}\`, and then this command again in a new terminal.`;
const INSTALLER = "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y";

describe("without an engine, a person is told commands of their own system", () => {
  it.each([
    [asker("debian", 10), `apt-get update && apt-get install curl gcc libc6-dev ca-certificates && ${INSTALLER}`],
    [asker("debian", 11), "apt-get update && apt-get install cargo-web gcc libc6-dev ca-certificates"],
    [asker("debian", 12), "apt-get update && apt-get install cargo-web gcc libc6-dev ca-certificates"],
    [asker("debian", 13), "apt-get update && apt-get install cargo-web gcc libc6-dev ca-certificates"],
    [asker("ubuntu", 22.04), `apt-get update && apt-get install curl gcc libc6-dev ca-certificates && ${INSTALLER}`],
    [
      asker("ubuntu", 24.04),
      "apt-get update && apt-get install rustup gcc libc6-dev ca-certificates && rustup default stable",
    ],
    [
      asker("linuxmint", 22, { like: ["ubuntu", "debian"] }),
      `apt-get update && apt-get install curl gcc libc6-dev ca-certificates && ${INSTALLER}`,
    ],
    [asker("fedora", 43), "dnf install cargo gcc"],
    [asker("rocky", 9.6, { like: ["rhel", "centos", "fedora"] }), `dnf install gcc && ${INSTALLER}`],
    [asker("arch"), "pacman -S --needed rust gcc"],
    [asker("manjaro", 0, { like: ["arch"] }), "pacman -S --needed rust gcc"],
    [asker("alpine", 3.22), "apk add build-base rustup && rustup-init -y"],
    [asker("macos", 0, { root: "sudo" }), `xcode-select --install; ${INSTALLER}`],
    [asker(""), INSTALLER],
  ])("that install Rust: %j", (who, commands) => {
    expect(rustAdvice(null, who)).toBe(run(commands));
  });

  it.each([
    [asker("debian", 12), "apt-get update && apt-get install python3-pip"],
    [asker("debian", 13), "apt-get update && apt-get install openjdk-21-jre-headless"],
    [asker("ubuntu", 22.04), "apt-get update && apt-get install openjdk-21-jre-headless"],
    [asker("fedora", 43), "dnf install java-21-openjdk-headless"],
    [asker("arch"), "pacman -S --needed jre21-openjdk-headless"],
    [asker("alpine", 3.22), "apk add openjdk21-jre-headless"],
    [asker("macos"), "xcode-select --install"],
  ])("that install Java 21: %j", (who, commands) => {
    expect(javaAdvice(who)).toBe(run(commands));
  });

  it("that install a C compiler", () => {
    expect(toolsAdvice(asker("alpine"))).toBe(run("apk add build-base"));
  });

  it("and become root as that person can", () => {
    const ubuntu = (root: Asker["root"]) => rustAdvice(null, asker("ubuntu", 24.04, { root }));
    expect(ubuntu("sudo")).toBe(
      run("sudo apt-get update && sudo apt-get install rustup gcc libc6-dev ca-certificates && rustup default stable"),
    );
    expect(ubuntu("su")).toBe(
      run("su - -c 'apt-get update && apt-get install rustup gcc libc6-dev ca-certificates' && rustup default stable"),
    );
  });

  it("and name a package that is known to be new enough", () => {
    const offered = { name: "cargo-1.89", version: [1, 89] } as const;
    expect(rustAdvice(offered, asker("ubuntu", 22.04))).toBe(
      run("apt-get update && apt-get install cargo-1.89 gcc libc6-dev ca-certificates"),
    );
  });

  it("and where no command is known, what is missing", () => {
    expect(javaAdvice(asker("nixos"))).toBe("On X, install Java 21, and run this command again.");
  });
});
