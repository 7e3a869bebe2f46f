#!/usr/bin/env node
// The way into every npm script. Plain JavaScript without dependencies: it has to run on Node 20.19 with nothing
// installed. It provides Node 24 and the packages, then hands over to src/commands/<command>.ts.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const NODE_VERSION = "24.21.0";
const OLDEST_HOST = [20, 19];
const COMMANDS = ["start", "dev", "test", "admin", "build", "check", "format"];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "logbook");

class Stop extends Error {}

try {
  const [command, ...args] = process.argv.slice(2);
  if (!COMMANDS.includes(command)) throw new Stop(`There is no command '${command}'. The commands are: ${COMMANDS.join(", ")}.`);
  checkHost();
  const node = await provideNode();
  await providePackages(node);
  process.exitCode = await handOver(node, command, args);
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function checkHost() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > OLDEST_HOST[0] || (major === OLDEST_HOST[0] && minor >= OLDEST_HOST[1])) return;
  throw new Stop(`This is Node ${process.versions.node}; the logbook needs ${OLDEST_HOST.join(".")} or newer. Please install a newer Node.js.`);
}

/** The path of a Node 24 or newer: the host's own, or the npm package `node` in the per-user cache. */
async function provideNode() {
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  const home = join(cache, `node-${NODE_VERSION}`);
  const node = join(home, "node_modules", "node", "bin", "node");
  if (existsSync(node)) return node;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, "node-"));
  try {
    writeFileSync(join(draft, "package.json"), '{"private":true}');
    // This package's install script fetches the binary of this machine's kind, itself an npm package.
    const args = ["install", `node@${NODE_VERSION}`, "--no-audit", "--no-fund", "--ignore-scripts=false", "--allow-scripts=node"];
    await npm(process.execPath, args, draft, `Installing Node ${NODE_VERSION}`);
    if (!existsSync(join(draft, "node_modules", "node", "bin", "node")))
      throw new Stop(`Node ${NODE_VERSION} could not be installed for this kind of machine. Please install Node.js 24 yourself and start again.`);
    if (!existsSync(node)) renameSync(draft, home);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return node;
}

/** Installs the locked packages where node_modules is not what the lockfile says. */
async function providePackages(node) {
  const stamp = join(root, "node_modules", ".logbook-stamp");
  const wanted = createHash("sha256").update(readFileSync(join(root, "package-lock.json"))).update(process.platform + process.arch).digest("hex");
  const current = () => existsSync(stamp) && readFileSync(stamp, "utf8") === wanted;
  if (current()) return;
  await underLock(join(root, ".data", "install.lock"), async () => {
    if (current()) return;
    // No package the project uses needs an install script, and such scripts are where supply-chain attacks run.
    // Not `npm ci`: it refuses where a registry's copy lacks packages for other platforms. The lockfile holds either way.
    await npm(node, ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"], root, "Installing packages (about 2 minutes the first time)");
    writeFileSync(stamp, wanted);
  });
}

async function underLock(lock, work) {
  mkdirSync(dirname(lock), { recursive: true });
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      const owner = readOwner(lock);
      if (owner === null ? ageMs(lock) > 5_000 : !isAlive(owner)) rmSync(lock, { recursive: true, force: true });
      else await new Promise((done) => setTimeout(done, 500));
    }
  }
  try {
    writeFileSync(join(lock, "pid"), String(process.pid));
    await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function readOwner(lock) {
  try {
    return Number(readFileSync(join(lock, "pid"), "utf8")) || null;
  } catch {
    return null;
  }
}

function ageMs(path) {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Runs npm with the given Node, telling how long it has been at it; a failure is one sentence and the log's end. */
async function npm(node, args, cwd, what) {
  const cli = npmCli(node);
  const began = Date.now();
  const tell = () => console.log(`${what} … ${Math.round((Date.now() - began) / 1000)} s`);
  console.log(`${what} …`);
  const ticker = setInterval(tell, 15_000);
  let output = "";
  const env = { ...process.env, PATH: dirname(node) + delimiter + process.env.PATH };
  const code = await new Promise((done) => {
    const child = spawn(cli.command, [...cli.args, ...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output = (output + chunk).slice(-20_000)));
    child.on("error", (error) => {
      output += String(error);
      done(1);
    });
    child.on("close", done);
  });
  clearInterval(ticker);
  if (code === 0) return;
  if (/ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ECONNRESET|network/i.test(output))
    throw new Stop(`${what} failed: the npm registry cannot be reached. Please check the network, or the registry and proxy in your npm settings, and start again.`);
  throw new Stop(`${what} failed. npm said:\n${output.split("\n").filter((line) => /npm error|Error/.test(line)).slice(-12).join("\n") || output.slice(-1500)}`);
}

function npmCli(node) {
  const candidates = [
    process.env.npm_execpath,
    join(dirname(process.execPath), "..", "lib", "node_modules", "npm", "bin", "npm-cli.js"),
    join(dirname(node), "..", "lib", "node_modules", "npm", "bin", "npm-cli.js"),
    "/usr/share/nodejs/npm/bin/npm-cli.js",
    "/usr/lib/node_modules/npm/bin/npm-cli.js",
    "/usr/local/lib/node_modules/npm/bin/npm-cli.js",
  ];
  const cli = candidates.find((path) => path?.endsWith(".js") && existsSync(path));
  return cli ? { command: node, args: [cli] } : { command: "npm", args: [] };
}

/** Runs the command and answers its exit code. The terminal's Ctrl-C reaches it by itself; other signals are passed on. */
function handOver(node, command, args) {
  return new Promise((done) => {
    const script = join(root, "emulators", "src", "commands", `${command}.ts`);
    const env = { ...process.env, PATH: dirname(node) + delimiter + process.env.PATH, LOGBOOK_NODE: node };
    const child = spawn(node, ["--disable-warning=ExperimentalWarning", script, ...args], { cwd: root, env, stdio: "inherit" });
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
      process.on(signal, () => {
        // From a terminal, SIGINT was sent to the whole group already.
        if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
      });
    child.on("close", (code, signal) => done(code ?? (signal === "SIGINT" ? 130 : 1)));
  });
}
