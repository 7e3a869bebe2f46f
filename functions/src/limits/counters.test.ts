import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { attempt, look, slotOf } from "./counters.ts";

interface Write {
  update: { name: string };
  updateTransforms: [{ increment: { integerValue: string } }];
}

/** Firestore as far as counters need it: what is stored by name, and how many commits there were. */
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
// Ten at this name from this address, thirty at the name.
const slots = [slotOf(["loginNameAtAddress", "198.51.100.7 ada"], key, now), slotOf(["loginName", "ada"], key, now)];

/** What the two counters hold. */
const stored = async () => [...(await look(slots))!.counts.values()];

describe("attempts that are counted", () => {
  it("are as many as may be, and the next one is told how long to wait", async () => {
    for (let n = 0; n < 10; n += 1) expect(await attempt(slots, await look(slots), now)).toBeNull();
    expect(await attempt(slots, await look(slots), now)).toMatchObject({ code: "too-many", retryAfter: 15 * 60 });
    expect(await stored()).toEqual([10, 10]);
  });

  it("cost nothing to write once they are refused", async () => {
    for (let n = 0; n < 10; n += 1) await attempt(slots, await look(slots), now);
    const before = commits;
    await attempt(slots, await look(slots), now);
    expect(commits).toBe(before);
  });

  it("are no more when all of them look before any is counted, and fill no other counter", async () => {
    const seen = await look(slots);
    const answers = await Promise.all(Array.from({ length: 100 }, () => attempt(slots, seen, now)));
    expect(answers.filter((answer) => answer === null)).toHaveLength(10);
    expect(await stored()).toEqual([10, 10]);
  });

  it("are not made while nobody can count them", async () => {
    const seen = await look(slots);
    server.closeAllConnections();
    server.close();
    expect(await look(slots)).toBeNull();
    expect(await attempt(slots, null, now)).toMatchObject({ code: "unavailable" });
    expect(await attempt(slots, seen, now)).toMatchObject({ code: "unavailable" });
  });

  it("begin anew in the next window", async () => {
    for (let n = 0; n < 10; n += 1) await attempt(slots, await look(slots), now);
    const later = slots[0]!.ends;
    const next = [slotOf(["loginNameAtAddress", "198.51.100.7 ada"], key, later)];
    expect(await attempt(next, await look(next), later)).toBeNull();
  });
});
