import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { BUCKET, eventually, PROJECT } from "./suite.ts";

const inRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** A process that serves the built API as production does, beside the suite's functions emulator. */
export interface Served {
  origin: string;
  /** All it has written to its log. */
  log(): string;
  stop(): Promise<void>;
}

/** Starts one, against the suite's stores; it answers once this resolves, and no board has been asked for yet. */
export async function serveFunctions(): Promise<Served> {
  const port = await freePort();
  const framework = fileURLToPath(import.meta.resolve("@google-cloud/functions-framework")).replace(
    /index\.js$/,
    "main.js",
  );
  const args = [framework, "--source", inRoot("functions/dist"), "--target", "api", "--port", String(port)];
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...functionsEnvironment(), FUNCTION_SIGNATURE_TYPE: "http" },
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      log += text;
    });
  const origin = `http://127.0.0.1:${port}`;
  await eventually("The served API", async () => {
    if (child.exitCode !== null) throw new Error(`The served API ended: ${log}`);
    const answer = await fetch(`${origin}/api/health`).catch(() => null);
    return answer?.ok ? true : null;
  });
  return { origin, log: () => log, stop: () => end(child) };
}

/** Runs a job of the built functions once and gives what it said. */
export async function runJob(name: string): Promise<string> {
  const child = spawn(process.execPath, [inRoot("functions/dist/job.js"), name], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...functionsEnvironment() },
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`The job ${name} ended with ${code}: ${said}`);
  return said.trim();
}

function functionsEnvironment(): Record<string, string> {
  return {
    FIREBASE_CONFIG: JSON.stringify({ projectId: PROJECT, storageBucket: BUCKET }),
    WEB_API_KEY: "emulator",
    METADATA_SERVER_DETECTION: "none",
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  return address.port;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}
