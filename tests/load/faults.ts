import { setTimeout as pause } from "node:timers/promises";
import { portOwner } from "../../suite/machine/port-owner.ts";
import { type FirestoreProxy, isReportCommit } from "../support/firestore-proxy.ts";
import type { Instances } from "./instances.ts";

/** The parts that can be made to fail. */
export interface Machinery {
  proxy: FirestoreProxy;
  instances: Instances;
  /** The Firestore itself, `host:port`. */
  firestoreHost: string;
}

/** Something that goes wrong for a while and is put right again before this resolves. */
interface Fault {
  name: string;
  happen(machinery: Machinery, ms: number): Promise<void>;
}

/** Longer than the 10 s for which the function waits for Firestore. */
const PAUSED_MS = 12_000;

/** In the order they come round. */
export const FAULTS: readonly Fault[] = [
  { name: "one process of the API is killed", happen: ({ instances }) => instances.replace(0) },
  { name: "Firestore answers 503", happen: answering("refuse") },
  { name: "Firestore answers 5 s late", happen: answering("late") },
  {
    name: "the connection drops after every second commit",
    async happen({ proxy }, ms) {
      let commits = 0;
      proxy.intercept((asked) => (isReportCommit(asked) && commits++ % 2 === 0 ? "cut" : "pass"));
      await pause(ms);
      proxy.intercept(() => "pass");
    },
  },
  {
    name: "Firestore is paused",
    async happen({ firestoreHost }) {
      const engine = portOwner(Number(firestoreHost.split(":")[1]));
      if (engine === null) throw new Error("The process of Firestore cannot be found; this needs Linux.");
      process.kill(engine.pid, "SIGSTOP");
      try {
        await pause(PAUSED_MS);
      } finally {
        process.kill(engine.pid, "SIGCONT");
      }
    },
  },
  { name: "the other process of the API is killed", happen: ({ instances }) => instances.replace(1) },
];

function answering(action: "refuse" | "late"): Fault["happen"] {
  return async ({ proxy }, ms) => {
    proxy.intercept(() => action);
    await pause(ms);
    proxy.intercept(() => "pass");
  };
}
