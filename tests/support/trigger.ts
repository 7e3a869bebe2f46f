import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { freePort } from "./functions-process.ts";
import { BUCKET, eventually, PROJECT } from "./suite.ts";

/** A process that serves one of the built triggers as in production. */
export interface Trigger {
  /** Delivers an event; returns the HTTP status, which is 204 after success. */
  deliver(event: object): Promise<number>;
  log(): string;
  stop(): Promise<void>;
}

/** Starts a trigger on the suite's stores; with another `project` no other trigger gets the events. */
export async function serveTrigger(name: string, project = PROJECT): Promise<Trigger> {
  const framework = fileURLToPath(import.meta.resolve("@google-cloud/functions-framework")).replace(
    /index\.js$/,
    "main.js",
  );
  const port = String(await freePort());
  const source = fileURLToPath(new URL("../../functions/dist", import.meta.url));
  const args = [framework, "--source", source, "--target", name, "--port", port];
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      FUNCTION_SIGNATURE_TYPE: "cloudevent",
      GCLOUD_PROJECT: project,
      FIREBASE_CONFIG: JSON.stringify({ projectId: project, storageBucket: BUCKET }),
      METADATA_SERVER_DETECTION: "none",
    },
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      log += text;
    });
  const origin = `http://127.0.0.1:${port}`;
  // Any response means that the process is up.
  await eventually(`The trigger ${name}`, () => fetch(origin).catch(() => null));
  return {
    async deliver(event) {
      const headers = { "content-type": "application/cloudevents+json" };
      return (await fetch(origin, { method: "POST", headers, body: JSON.stringify(event) })).status;
    },
    log: () => log,
    async stop() {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
