import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { documentName } from "../firestore/rest.ts";
import { countAttempt, counterOf } from "./counters.ts";

interface Write {
  update: { name: string };
  updateTransforms: [{ increment: { integerValue: string } }];
}

const NOW = "2026-01-01T00:00:00Z";

/** The data of a fake Firestore: the stored counts by document name, and the number of commits. */
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
    if (documents) response.end(JSON.stringify(documents.map(readDocument)));
    else response.end(JSON.stringify({ commitTime: NOW, writeResults: writes!.map(applyWrite) }));
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

function readDocument(name: string): object {
  const count = counts.get(name);
  if (count === undefined) return { missing: name, readTime: NOW };
  const fields = { count: { integerValue: String(count) } };
  return { found: { name, fields, createTime: NOW, updateTime: NOW }, readTime: NOW };
}

function applyWrite({ update: { name }, updateTransforms: [{ increment }] }: Write): object {
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

const storedCounts = () => counters.map(({ path }) => counts.get(documentName(path)));

const countOneAttempt = () => countAttempt(counters, now);

describe("counted attempts", () => {
  it("are allowed up to the limit, and then refused with the time to wait", async () => {
    for (let count = 0; count < 10; count += 1) expect(await countOneAttempt()).toBeNull();
    expect(await countOneAttempt()).toMatchObject({ code: "too-many", retryAfter: 15 * 60 });
    expect(storedCounts()).toEqual([10, 10]);
  });

  it("write nothing to Firestore once the limit is reached", async () => {
    for (let count = 0; count < 10; count += 1) await countOneAttempt();
    const commitsBefore = commits;
    await countOneAttempt();
    expect(commits).toBe(commitsBefore);
  });

  it("are allowed up to the limit if 100 run at once, and refused attempts are subtracted again", async () => {
    const failures = await Promise.all(Array.from({ length: 100 }, countOneAttempt));
    expect(failures.filter((failure) => failure === null)).toHaveLength(10);
    expect(storedCounts()).toEqual([10, 10]);
  });
});
