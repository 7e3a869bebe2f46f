import { createHmac, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Failure } from "@logbook/domain";
import { commitWrites, readDocuments } from "../firestore/documents.ts";
import type { Outcome } from "../firestore/rest.ts";
import { encodeFields } from "../firestore/values.ts";
import { createDocument, incrementCounter } from "../firestore/writes.ts";
import { UNAVAILABLE } from "../http/response.ts";
import { TimeoutError } from "../http/timeout.ts";
import { type LimitName, tooManyFailure, windowOf } from "./rate-limits.ts";

const KEY_PATH = "limits/key";

let cachedKey: Buffer | undefined;

/**
 * The secret key that signs device cookies and hashes the subjects of counters. The first instance creates the key in
 * Firestore, where no client can read it. Throws a `TimeoutError` while Firestore cannot be reached.
 */
export async function limitsKey(): Promise<Buffer> {
  cachedKey ??= await readKey({ mayCreate: true });
  return cachedKey;
}

async function readKey({ mayCreate }: { mayCreate: boolean }): Promise<Buffer> {
  const outcome = await readDocuments([KEY_PATH]);
  if ("refusal" in outcome) throw new TimeoutError("The key of the limits could not be read.");
  const secret = outcome.documents[0]?.data.secret;
  if (typeof secret === "string") return Buffer.from(secret, "base64url");
  if (!mayCreate) throw new TimeoutError("The key of the limits could not be stored.");
  const fields = encodeFields({ secret: randomBytes(32).toString("base64url") });
  // The write is refused if another instance has created a key meanwhile, so the stored key is read in any case.
  await commitWrites([createDocument(KEY_PATH, fields)]);
  return await readKey({ mayCreate: false });
}

/** The counter of a limit in one time window; it has its own document. The window ends at `endsAt` (milliseconds). */
export interface Counter {
  limit: LimitName;
  path: string;
  max: number;
  endsAt: number;
}

/** The counter of a limit for a subject (a name, address, device or member) at the time `now`. */
export function counterOf(limit: LimitName, subject: string, key: Buffer, now: number): Counter {
  const { max, index, endsAt } = windowOf(limit, now);
  // Without the key nobody can tell from the path whose counter it is. 24 characters have 144 bits, enough for a hash.
  const hash = createHmac("sha256", key).update(`${limit} ${subject}`).digest("base64url").slice(0, 24);
  return { limit, path: `limits/${limit}-${hash}-${index}`, max, endsAt };
}

/** The counters of some limits for their subjects, at the time `now`. */
export async function countersOf(
  limitsAndSubjects: readonly (readonly [limit: LimitName, subject: string])[],
  now = Date.now(),
): Promise<Counter[]> {
  const key = await limitsKey();
  return limitsAndSubjects.map(([limit, subject]) => counterOf(limit, subject, key, now));
}

/** Adds `amount` to all counters or to none. Returns the new values, or `null` while Firestore cannot be reached. */
export async function addToCounters(counters: readonly Counter[], amount: number): Promise<number[] | null> {
  const outcome = await retryAborted(() =>
    commitWrites(counters.map(({ path, endsAt }) => incrementCounter(path, amount, new Date(endsAt)))),
  );
  // The only value that a write's transforms have stored is the counter's new count.
  return "refusal" in outcome ? null : outcome.results.map(({ values: [count] }) => Number(count));
}

// Firestore aborts a commit if another one increments the same counter. An aborted commit has written nothing.
const MAX_ATTEMPTS = 5;
const BASE_BACKOFF_MS = 50;

async function retryAborted<T extends object>(commit: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await commit();
    const isAborted = "refusal" in outcome && outcome.refusal === "ABORTED";
    if (!isAborted || attempt === MAX_ATTEMPTS) return outcome;
    await sleep(BASE_BACKOFF_MS * 2 ** attempt * (0.5 + Math.random()));
  }
}

/** Counts one attempt. Returns `null` if the attempt is allowed. If a counter was full before, nothing is written. */
export async function countAttempt(counters: readonly Counter[], now = Date.now()): Promise<Failure | null> {
  const before = await readDocuments(counters.map(({ path }) => path));
  if ("refusal" in before) return UNAVAILABLE;
  const fullCounter = counters.find(({ max }, index) => Number(before.documents[index]?.data.count ?? 0) >= max);
  if (fullCounter !== undefined) return tooManyFailure(fullCounter.limit, fullCounter.endsAt, now);
  // Other attempts may have been counted since the counters were read, so the incremented values decide.
  const counts = await addToCounters(counters, 1);
  if (counts === null) return UNAVAILABLE;
  const exceededCounter = counters.find((counter, index) => counts[index]! > counter.max);
  if (exceededCounter === undefined) return null;
  // A refused attempt is not counted. Otherwise an attacker who has reached the limit of one counter could still fill
  // the other counters, such as that of the attacked name.
  await addToCounters(counters, -1);
  return tooManyFailure(exceededCounter.limit, exceededCounter.endsAt, now);
}
