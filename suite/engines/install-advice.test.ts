import { describe, expect, it } from "vitest";
import { type Host, javaAdvice, rustAdvice, toolsAdvice } from "./install-advice.ts";

const host = (id: string, version = 0, more: Partial<Host> & { like?: string[] } = {}): Host => ({
  system: { id, like: more.like ?? [], version, name: "X" },
  root: more.root ?? "already",
});
const advice = (commands: string) => `On X, run \`${commands}\`, and then this command again in a new terminal.`;
const RUSTUP = "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y";

describe("the advice for a machine without an engine", () => {
  it.each([
    [host("debian", 10), `apt-get update && apt-get install curl gcc libc6-dev ca-certificates && ${RUSTUP}`],
    [host("debian", 11), "apt-get update && apt-get install cargo-web gcc libc6-dev ca-certificates"],
    [host("debian", 12), "apt-get update && apt-get install cargo-web gcc libc6-dev ca-certificates"],
    [host("debian", 13), "apt-get update && apt-get install cargo-web gcc libc6-dev ca-certificates"],
    [host("ubuntu", 22.04), `apt-get update && apt-get install curl gcc libc6-dev ca-certificates && ${RUSTUP}`],
    [
      host("ubuntu", 24.04),
      "apt-get update && apt-get install rustup gcc libc6-dev ca-certificates && rustup default stable",
    ],
    [
      host("linuxmint", 22, { like: ["ubuntu", "debian"] }),
      `apt-get update && apt-get install curl gcc libc6-dev ca-certificates && ${RUSTUP}`,
    ],
    [host("fedora", 43), "dnf install cargo gcc"],
    [host("rocky", 9.6, { like: ["rhel", "centos", "fedora"] }), `dnf install gcc && ${RUSTUP}`],
    [host("arch"), "pacman -S --needed rust gcc"],
    [host("manjaro", 0, { like: ["arch"] }), "pacman -S --needed rust gcc"],
    [host("alpine", 3.22), "apk add build-base rustup && rustup-init -y"],
    [host("macos", 0, { root: "sudo" }), `xcode-select --install; ${RUSTUP}`],
    [host(""), RUSTUP],
  ])("has the commands of the user's system that install Rust: %j", (machine, commands) => {
    expect(rustAdvice(null, machine)).toBe(advice(commands));
  });

  it.each([
    [host("debian", 12), "apt-get update && apt-get install python3-pip"],
    [host("debian", 13), "apt-get update && apt-get install openjdk-21-jre-headless"],
    [host("ubuntu", 22.04), "apt-get update && apt-get install openjdk-21-jre-headless"],
    [host("fedora", 43), "dnf install java-21-openjdk-headless"],
    [host("arch"), "pacman -S --needed jre21-openjdk-headless"],
    [host("alpine", 3.22), "apk add openjdk21-jre-headless"],
    [host("macos"), "xcode-select --install"],
  ])("has the commands of the user's system that install Java 21 or pip: %j", (machine, commands) => {
    expect(javaAdvice(machine)).toBe(advice(commands));
  });

  it("has the command of the user's system that installs a C compiler", () => {
    expect(toolsAdvice(host("alpine"))).toBe(advice("apk add build-base"));
  });

  it("has commands that become root as the user can", () => {
    const ubuntu = (root: Host["root"]) => rustAdvice(null, host("ubuntu", 24.04, { root }));
    expect(ubuntu("sudo")).toBe(
      advice(
        "sudo apt-get update && sudo apt-get install rustup gcc libc6-dev ca-certificates && rustup default stable",
      ),
    );
    expect(ubuntu("su")).toBe(
      advice(
        "su - -c 'apt-get update && apt-get install rustup gcc libc6-dev ca-certificates' && rustup default stable",
      ),
    );
  });

  it("names a Rust package that is new enough", () => {
    const offered = { name: "cargo-1.89", version: [1, 89] } as const;
    expect(rustAdvice(offered, host("ubuntu", 22.04))).toBe(
      advice("apt-get update && apt-get install cargo-1.89 gcc libc6-dev ca-certificates"),
    );
  });

  it("names what is missing if no command is known", () => {
    expect(javaAdvice(host("nixos"))).toBe("On X, install Java 21, and run this command again.");
  });
});
