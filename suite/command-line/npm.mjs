// Plain JavaScript, because run.mjs uses it before Node 24 is installed.
import { execFile } from "node:child_process";
import { startStep } from "./progress.mjs";

const NETWORK_ERROR =
  /\b(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/;

/** Runs npm in the folder `cwd` and shows the step `title`, not npm's output. Returns a message if npm fails, else `null`. */
export async function runNpm(title, args, cwd, env) {
  const networkOptions = [
    "--fetch-timeout=60000",
    "--fetch-retries=2",
    "--fetch-retry-mintimeout=1000",
    "--fetch-retry-maxtimeout=5000",
  ];
  const step = startStep(title);
  // The ping finds an unreachable registry early: `npm install` would retry each of a thousand packages.
  // Other errors of the ping are ignored, because some registries do not support it.
  const ping = await spawnNpm(["ping", ...networkOptions], cwd, env);
  const isUnreachable = ping.code !== 0 && NETWORK_ERROR.test(ping.output);
  const { code, output } = isUnreachable
    ? ping
    : await spawnNpm([...args, "--no-audit", "--no-fund", ...networkOptions], cwd, env);
  if (code === 0) step.done();
  else step.failed();
  return code === 0 ? null : npmErrorMessage(code, output);
}

function spawnNpm(args, cwd, env) {
  return new Promise((resolve) => {
    const options = { cwd, env, maxBuffer: Number.POSITIVE_INFINITY };
    const npm = execFile("npm", args, options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : (error.code ?? 1), output: stdout + stderr }),
    );
    npm.stdin.end();
  });
}

function npmErrorMessage(code, output) {
  if (code === "ENOENT") return "npm was not found on PATH. Please install npm and run the command again.";
  const reason = NETWORK_ERROR.exec(output)?.[1];
  const registry = /https?:\/\/[^/\s]+/.exec(output)?.[0];
  if (reason !== undefined)
    return `The package registry${registry ? ` ${registry}` : ""} cannot be reached (${reason}). Check the network or the proxy, or name another registry (npm config set registry <address>), and run the command again.`;
  const isEmptyOrNamesLog = (line) => /^npm error\s*$|complete log/.test(line);
  const errorLines = output.split("\n").filter((line) => line.startsWith("npm error") && !isEmptyOrNamesLog(line));
  // The first errors name the cause.
  return `${errorLines.slice(0, 12).join("\n")}\nnpm could not install the packages; its errors are above. Please correct them and run the command again.`;
}
