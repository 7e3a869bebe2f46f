import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { countAttempt, counterOf, readCounters } from "./counters.ts";

interface Write {
  update: { name: string };
  updateTransforms: [{ increment: { integerValue: string } }];
}

/** A fake Firestore: the stored counts by document name, and the number of commits. */
const counts = new Map<string, number>();
let commits = 0;
let server: Server;

beforeEach(async () => {
  counts.clear();
  commits = 0;
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const { documents, writes } = JSON.parse(body) as { documents?: string[]; writes?: Write[] };
    if (documents) response.end(JSON.stringify(documents.map(read)));
    else response.end(JSON.stringify({ commitTime: NOW, writeResults: writes!.map(write) }));
    commits += writes ? 1 : 0;
  }).listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  vi.stubEnv("FIRESTORE_EMULATOR_HOST", `127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv("GCLOUD_PROJECT", "p1");
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  vi.unstubAllEnvs();
});

const NOW = "2026-01-01T00:00:00Z";

function read(name: string): object {
  const count = counts.get(name);
  if (count === undefined) return { missing: name, readTime: NOW };
  const fields = { count: { integerValue: String(count) } };
  return { found: { name, fields, createTime: NOW, updateTime: NOW }, readTime: NOW };
}

function write({ update: { name }, updateTransforms: [{ increment }] }: Write): object {
  counts.set(name, (counts.get(name) ?? 0) + Number(increment.integerValue));
  return { updateTime: NOW, transformResults: [{ integerValue: String(counts.get(name)) }] };
}

const key = randomBytes(32);
const now = Date.parse(NOW);
// The first counter is limited to 10 attempts, the second to 30.
const counters = [
  counterOf("loginNameAtAddress", "198.51.100.7 ada", key, now),
  counterOf("loginName", "ada", key, now),
];

const storedCounts = async () => [...(await readCounters(counters))!.counts.values()];

describe("counted attempts", () => {
  it("are allowed up to the limit; the next one is refused with the time to wait", async () => {
    for (let count = 0; count < 10; count += 1)
      expect(await countAttempt(counters, await readCounters(counters), now)).toBeNull();
    expect(await countAttempt(counters, await readCounters(counters), now)).toMatchObject({
      code: "too-many",
      retryAfter: 15 * 60,
    });
    expect(await storedCounts()).toEqual([10, 10]);
  });

  it("write nothing once they are refused", async () => {
    for (let count = 0; count < 10; count += 1) await countAttempt(counters, await readCounters(counters), now);
    const commitsBefore = commits;
    await countAttempt(counters, await readCounters(counters), now);
    expect(commits).toBe(commitsBefore);
  });

  it("keep to the limit even if all read the counters before one is counted, and fill no other counter", async () => {
    const before = await readCounters(counters);
    const failures = await Promise.all(Array.from({ length: 100 }, () => countAttempt(counters, before, now)));
    expect(failures.filter((failure) => failure === null)).toHaveLength(10);
    expect(await storedCounts()).toEqual([10, 10]);
  });

  it("are refused while Firestore cannot be reached", async () => {
    const before = await readCounters(counters);
    server.closeAllConnections();
    server.close();
    expect(await readCounters(counters)).toBeNull();
    expect(await countAttempt(counters, null, now)).toMatchObject({ code: "unavailable" });
    expect(await countAttempt(counters, before, now)).toMatchObject({ code: "unavailable" });
  });

  it("start from zero in the next window", async () => {
    for (let count = 0; count < 10; count += 1) await countAttempt(counters, await readCounters(counters), now);
    const later = counters[0]!.endsAt;
    const next = [counterOf("loginNameAtAddress", "198.51.100.7 ada", key, later)];
    expect(await countAttempt(next, await readCounters(next), later)).toBeNull();
  });
});
