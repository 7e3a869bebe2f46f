import { afterAll, beforeAll } from "vitest";
import { newAdmin, type Person } from "./actors.ts";
import { type FirestoreProxy, startFirestoreProxy } from "./firestore-proxy.ts";
import { type RunningApi, serveFunctions } from "./functions-process.ts";
import { FIRESTORE } from "./suite.ts";

/** Two instances on one Firestore: the proxy records the requests of `recorded`, and `other` changes reports. */
export interface RecordedInstances {
  admin: Person;
  proxy: FirestoreProxy;
  recorded: RunningApi;
  other: RunningApi;
}

export function useRecordedInstance(): () => RecordedInstances {
  let used: RecordedInstances;
  beforeAll(async () => {
    const proxy = await startFirestoreProxy(new URL(FIRESTORE).host);
    const [admin, recorded, other] = await Promise.all([
      newAdmin(),
      serveFunctions({ env: { FIRESTORE_EMULATOR_HOST: proxy.host } }),
      serveFunctions(),
    ]);
    used = { admin, proxy, recorded, other };
  }, 60_000);
  afterAll(async () => {
    await Promise.all([used.recorded.stop(), used.other.stop()]);
    await used.proxy.close();
  });
  return () => used;
}
