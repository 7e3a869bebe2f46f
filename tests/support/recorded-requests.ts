import { afterAll, beforeAll } from "vitest";
import { newAdmin, type Person } from "./actors.ts";
import { type FirestoreProxy, startFirestoreProxy } from "./firestore-proxy.ts";
import { type RunningApi, serveFunctions } from "./functions-process.ts";
import { FIRESTORE } from "./suite.ts";

/**
 * Two instances on one Firestore. The requests of `recorded` pass through the proxy, where a test can record them, and
 * `other` changes reports.
 */
export interface RecordedInstances {
  admin: Person;
  proxy: FirestoreProxy;
  recorded: RunningApi;
  other: RunningApi;
}

/** Starts the instances before the tests of a file and stops them afterwards. The returned function returns them. */
export function useRecordedInstances(): () => RecordedInstances {
  let instances: RecordedInstances;
  beforeAll(async () => {
    const proxy = await startFirestoreProxy(new URL(FIRESTORE).host);
    const [admin, recorded, other] = await Promise.all([
      newAdmin(),
      serveFunctions({ env: { FIRESTORE_EMULATOR_HOST: proxy.host } }),
      serveFunctions(),
    ]);
    instances = { admin, proxy, recorded, other };
  }, 60_000);
  afterAll(async () => {
    await Promise.all([instances.recorded.stop(), instances.other.stop()]);
    await instances.proxy.close();
  });
  return () => instances;
}
