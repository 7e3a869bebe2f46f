import { afterAll, beforeAll } from "vitest";
import { type FirestoreProxy, startFirestoreProxy } from "./firestore-proxy.ts";
import { newAdmin, type Person } from "./people.ts";
import { type Served, serveFunctions } from "./served.ts";
import { FIRESTORE } from "./suite.ts";

/** Two instances on one Firestore: one is heard by the proxy; reports change through the other behind its back. */
export interface Heard {
  admin: Person;
  proxy: FirestoreProxy;
  heard: Served;
  other: Served;
}

/** Has them for the tests of a file; they are there once its tests begin. */
export function useHeardInstance(): () => Heard {
  let used: Heard;
  beforeAll(async () => {
    const proxy = await startFirestoreProxy(new URL(FIRESTORE).host);
    const [admin, heard, other] = await Promise.all([
      newAdmin(),
      serveFunctions({ env: { FIRESTORE_EMULATOR_HOST: proxy.host } }),
      serveFunctions(),
    ]);
    used = { admin, proxy, heard, other };
  }, 60_000);
  afterAll(async () => {
    await Promise.all([used.heard.stop(), used.other.stop()]);
    await used.proxy.close();
  });
  return () => used;
}
