import { spawn } from "node:child_process";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { BrowserEnvironment } from "./environment.ts";

const SOURCE = fileURLToPath(new URL("../../../functions/dist", import.meta.url));
const READY_WITHIN_MS = 30_000;

/** The built function `api` in a process of its own. */
export interface FunctionServer {
  port: number;
  stop(): Promise<void>;
}

/** Serves the built function with the functions framework, as production does, on the environment's emulators. */
export async function serveFunction(environment: BrowserEnvironment): Promise<FunctionServer> {
  const port = await freePort();
  const main = fileURLToPath(import.meta.resolve("@google-cloud/functions-framework")).replace(/index\.js$/, "main.js");
  const child = spawn(
    process.execPath,
    [main, "--source", SOURCE, "--target", "api", "--signature-type", "http", "--port", String(port)],
    {
      stdio: ["ignore", "ignore", "pipe"],
      env: {
        ...process.env,
        NODE_ENV: "production",
        GCLOUD_PROJECT: environment.projectId,
        FIREBASE_CONFIG: JSON.stringify({
          projectId: environment.projectId,
          storageBucket: `${environment.projectId}.appspot.com`,
        }),
        FIRESTORE_EMULATOR_HOST: environment.firestoreHost,
        FIREBASE_AUTH_EMULATOR_HOST: environment.authHost,
        FIREBASE_STORAGE_EMULATOR_HOST: environment.storageHost,
        METADATA_SERVER_DETECTION: "none",
        WEB_API_KEY: "fake-api-key",
      },
    },
  );
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  let words = "";
  child.stderr.on("data", (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-4_000);
  });
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  void ended.then(() => process.off("exit", kill));
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  const end = Date.now() + READY_WITHIN_MS;
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > end) {
      await stop();
      throw new Error(`The built function does not answer. It said:\n${words}`);
    }
    await pause(50);
  }
  return { port, stop };
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/api/health`)).ok;
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}
