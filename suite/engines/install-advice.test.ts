import { describe, expect, it } from "vitest";
import { type Host, javaAdvice, rustAdvice, toolsAdvice } from "./install-advice.ts";

const createHost = (id: string, version = 0, overrides: Partial<Host> & { like?: string[] } = {}): Host => ({
  system: { id, like: overrides.like ?? [], version, name: "X" },
  root: overrides.root ?? "already",
});
const adviceWith = (commands: string) => `On X, run \`${commands}\`, and then this command again in a new terminal.`;
const RUSTUP = "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y";

describe("the advice for a machine without an engine", () => {
  it.each([
    // Debian 10 has no new enough Rust. Later versions have `cargo-web`, with which Debian builds its browsers.
    [createHost("debian", 10), `apt-get update && apt-get install curl gcc libc6-dev ca-certificates && ${RUSTUP}`],
    [createHost("debian", 11), "apt-get update && apt-get install cargo-web gcc libc6-dev ca-certificates"],
    [createHost("debian", 12), "apt-get update && apt-get install cargo-web gcc libc6-dev ca-certificates"],
    [createHost("debian", 13), "apt-get update && apt-get install cargo-web gcc libc6-dev ca-certificates"],
    [createHost("ubuntu", 22.04), `apt-get update && apt-get install curl gcc libc6-dev ca-certificates && ${RUSTUP}`],
    [
      createHost("ubuntu", 24.04),
      "apt-get update && apt-get install rustup gcc libc6-dev ca-certificates && rustup default stable",
    ],
    [
      createHost("linuxmint", 22, { like: ["ubuntu", "debian"] }),
      `apt-get update && apt-get install curl gcc libc6-dev ca-certificates && ${RUSTUP}`,
    ],
    [createHost("fedora", 43), "dnf install cargo gcc"],
    [createHost("rocky", 9.6, { like: ["rhel", "centos", "fedora"] }), `dnf install gcc && ${RUSTUP}`],
    [createHost("arch"), "pacman -S --needed rust gcc"],
    [createHost("manjaro", 0, { like: ["arch"] }), "pacman -S --needed rust gcc"],
    [createHost("alpine", 3.22), "apk add build-base rustup && rustup-init -y"],
    [createHost("macos", 0, { root: "sudo" }), `xcode-select --install; ${RUSTUP}`],
    [createHost(""), RUSTUP],
  ])("has the commands of the user's system that install Rust: %j", (host, commands) => {
    expect(rustAdvice(null, host)).toBe(adviceWith(commands));
  });

  it.each([
    // Debian 12 has no package of Java 21. With pip, the launcher installs Java itself.
    [createHost("debian", 12), "apt-get update && apt-get install python3-pip"],
    [createHost("debian", 13), "apt-get update && apt-get install openjdk-21-jre-headless"],
    [createHost("ubuntu", 22.04), "apt-get update && apt-get install openjdk-21-jre-headless"],
    [createHost("fedora", 43), "dnf install java-21-openjdk-headless"],
    [createHost("arch"), "pacman -S --needed jre21-openjdk-headless"],
    [createHost("alpine", 3.22), "apk add openjdk21-jre-headless"],
    [createHost("macos"), "xcode-select --install"],
  ])("has the commands of the user's system that install Java 21 or pip: %j", (host, commands) => {
    expect(javaAdvice(host)).toBe(adviceWith(commands));
  });

  it("has the command of the user's system that installs a C compiler", () => {
    expect(toolsAdvice(createHost("alpine"))).toBe(adviceWith("apk add build-base"));
  });

  it("uses sudo or su, whichever the user has", () => {
    const adviceOnUbuntu = (root: Host["root"]) => rustAdvice(null, createHost("ubuntu", 24.04, { root }));
    expect(adviceOnUbuntu("sudo")).toBe(
      adviceWith(
        "sudo apt-get update && sudo apt-get install rustup gcc libc6-dev ca-certificates && rustup default stable",
      ),
    );
    expect(adviceOnUbuntu("su")).toBe(
      adviceWith(
        "su - -c 'apt-get update && apt-get install rustup gcc libc6-dev ca-certificates' && rustup default stable",
      ),
    );
  });

  it("names a Rust package that is new enough", () => {
    const rustPackage = { name: "cargo-1.89", version: [1, 89] } as const;
    expect(rustAdvice(rustPackage, createHost("ubuntu", 22.04))).toBe(
      adviceWith("apt-get update && apt-get install cargo-1.89 gcc libc6-dev ca-certificates"),
    );
  });

  it("names what is missing if no command is known", () => {
    expect(javaAdvice(createHost("nixos"))).toBe("On X, install Java 21, and run this command again.");
  });
});
