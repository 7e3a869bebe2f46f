import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { freePort } from "./functions-process.ts";
import { BUCKET, eventually, PROJECT } from "./suite.ts";

/** A process in which one of the built triggers waits for events, as in production. */
export interface Trigger {
  /** Delivers an event; gives the HTTP status, 204 when the trigger is done with it. */
  deliver(event: object): Promise<number>;
  /** All it has written to its log. */
  log(): string;
  stop(): Promise<void>;
}

/** Starts one, against the suite's stores; in a project of its own, where one is named, no other trigger hears of anything. */
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
  // Whatever it says to that, it is there.
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
