import { setTimeout as pause } from "node:timers/promises";
import { portOwner } from "../../suite/machine/processes.ts";
import { type FirestoreProxy, isReportCommit } from "../support/firestore-proxy.ts";
import type { Instances } from "./instances.ts";

/** The processes and proxies on which a fault can act. */
export interface FaultTargets {
  proxy: FirestoreProxy;
  instances: Instances;
  /** Firestore itself, not the proxy: `host:port`. */
  firestoreHost: string;
}

/** `inject` causes the fault, and resolves once everything works again. */
interface Fault {
  name: string;
  inject(targets: FaultTargets, durationMs: number): Promise<void>;
}

/** The API waits 10 s for Firestore, so its requests time out. */
const PAUSE_MS = 12_000;

/** All faults, in the order in which they are injected. */
export const FAULTS: readonly Fault[] = [
  { name: "one process of the API is killed", inject: ({ instances }) => instances.replace(0) },
  { name: "Firestore answers 503", inject: interceptAllCalls("refuse") },
  { name: "Firestore answers 5 s late", inject: interceptAllCalls("late") },
  {
    name: "the connection drops after every second commit",
    async inject({ proxy }, durationMs) {
      let commitCount = 0;
      proxy.intercept((call) => (isReportCommit(call) && commitCount++ % 2 === 0 ? "cut" : "pass"));
      await pause(durationMs);
      proxy.intercept(() => "pass");
    },
  },
  {
    name: "Firestore is paused",
    async inject({ firestoreHost }) {
      const firestoreProcess = portOwner(Number(firestoreHost.split(":")[1]));
      if (firestoreProcess === null) throw new Error("The process of Firestore cannot be found; this needs Linux.");
      process.kill(firestoreProcess.pid, "SIGSTOP");
      try {
        await pause(PAUSE_MS);
      } finally {
        process.kill(firestoreProcess.pid, "SIGCONT");
      }
    },
  },
  { name: "the other process of the API is killed", inject: ({ instances }) => instances.replace(1) },
];

function interceptAllCalls(action: "refuse" | "late"): Fault["inject"] {
  return async ({ proxy }, durationMs) => {
    proxy.intercept(() => action);
    await pause(durationMs);
    proxy.intercept(() => "pass");
  };
}
