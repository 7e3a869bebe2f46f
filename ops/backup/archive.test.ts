import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { extract, pack } from "tar-stream";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { readParts, verifyArchive, writeArchive } from "./archive.ts";
import { appendChecksum } from "./checksum.ts";
import { type Part, parsePartName } from "./parts.ts";

const folder = mkdtempSync(join(tmpdir(), "archive-"));
const file = join(folder, "a.tar.gz");
afterAll(() => rmSync(folder, { recursive: true }));

const REPORTS_PART = "documents/issues/000001.ndjson";
const NOT_AS_WRITTEN = "It is no backup of the logbook, or it is damaged or cut short";
const backupInfo = { project: "demo-a", takenAt: "2026-01-01T00:00:00.000001Z", hash: "emulator" as const };

async function* createParts(): AsyncGenerator<Part> {
  const createPart = (name: string, count: number, text: string): Part => ({ name, count, bytes: Buffer.from(text) });
  yield createPart(
    REPORTS_PART,
    2,
    '{"fields":{},"path":"issues/r1"}\n{"fields":{"n":{"integerValue":"1"}},"path":"issues/r2"}\n',
  );
  yield createPart("accounts/000001.ndjson", 1, '{"localId":"u1"}\n');
  yield createPart("passwords/000001.ndjson", 1, '{"localId":"u1","passwordHash":"h","salt":"s"}\n');
  yield createPart("files/000001.json", 1, '{"name":"attachments/u1/r1/f1"}');
  yield createPart("files/000001", 1, "the file's bytes");
}

interface Entry {
  name: string;
  bytes: Buffer;
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** The entries of the archive, with the format first and the manifest last. */
async function readArchive(): Promise<Entry[]> {
  const tar = Readable.from([gunzipSync(readFileSync(file))]).pipe(extract());
  const entries: Entry[] = [];
  for await (const entry of tar)
    entries.push({ name: entry.header.name, bytes: await buffer(entry as unknown as AsyncIterable<Buffer>) });
  return entries;
}

/** Replaces the archive by one with these entries. */
async function replaceEntries(entries: Entry[]): Promise<void> {
  const tar = pack();
  for (const { name, bytes } of entries) tar.entry({ name }, bytes);
  tar.finalize();
  writeFileSync(file, gzipSync(await buffer(Readable.from(tar))));
}

beforeEach(async () => {
  rmSync(file, { force: true });
  await writeArchive(file, backupInfo, createParts(), () => {});
});

describe("an archive", () => {
  it("can be read by its owner only, is verified, and returns the data that was written", async () => {
    // The lowest nine bits are the permissions.
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const manifest = await verifyArchive(file);
    expect(manifest).toMatchObject(backupInfo);
    expect(manifest.parts.map(({ name, count }) => [name, count])).toEqual(
      (await collect(createParts())).map(({ name, count }) => [name, count]),
    );
    const contents = await collect(readParts(file));
    expect(contents[0]?.content).toMatchObject({
      collection: "issues",
      documents: [{ path: "issues/r1" }, { path: "issues/r2" }],
    });
    expect(contents.at(-1)).toEqual({
      name: "files/000001",
      content: { kind: "files", bytes: Buffer.from("the file's bytes") },
    });
  });

  it("is refused if one bit of any of its bytes was changed", async () => {
    const originalBytes = readFileSync(file);
    for (let index = 0; index < originalBytes.length; index += 1) {
      const damagedBytes = Buffer.from(originalBytes);
      damagedBytes[index]! ^= 1;
      writeFileSync(file, damagedBytes);
      await expect(verifyArchive(file), `byte ${index}`).rejects.toThrow(NOT_AS_WRITTEN);
    }
  }, 60_000);

  it("is refused if it is cut short", async () => {
    const { size } = statSync(file);
    // Tries every seventh length, because all of them would take too long.
    for (let bytesLeft = size - 1; bytesLeft >= 0; bytesLeft -= 7) {
      truncateSync(file, bytesLeft);
      await expect(verifyArchive(file), `${bytesLeft} bytes`).rejects.toThrow(NOT_AS_WRITTEN);
    }
  });

  it("encodes the names of collections", () => {
    expect(parsePartName("documents/a%20b/000001.ndjson")).toEqual({ kind: "documents", collection: "a b" });
  });

  it.each<[string, () => Promise<void>]>([
    ["it was unpacked and packed again", async () => replaceEntries(await readArchive())],
    ["another program wrote it", () => replaceEntries([{ name: "readme.txt", bytes: Buffer.from("hello") }])],
    ["it begins like a zip file", async () => writeFileSync(file, "PK\u0003\u0004 something else")],
    ["it is empty", async () => writeFileSync(file, "")],
    ["a byte follows its end", async () => appendFileSync(file, "x")],
    ["50 bytes follow its end", async () => appendFileSync(file, "x".repeat(50))],
  ])("is refused if %s", async (_, damage) => {
    const original = readFileSync(file);
    await damage();
    expect(readFileSync(file)).not.toEqual(original);
    await expect(verifyArchive(file)).rejects.toThrow(NOT_AS_WRITTEN);
  });

  it.each<[string, (entries: Entry[]) => Entry[], string]>([
    [
      "it has another format",
      ([, ...entries]) => [{ name: "logbook-backup.json", bytes: Buffer.from('{"format":2}') }, ...entries],
      "It has format 2, and this version reads format 1 only.",
    ],
    [
      "one of its parts is missing",
      (entries) => entries.filter(({ name }) => name !== REPORTS_PART),
      "Its parts are not those that its manifest lists.",
    ],
    [
      "a part differs from its checksum",
      (entries) =>
        entries.map((entry) => (entry.name === "files/000001" ? { ...entry, bytes: Buffer.from("BYTES") } : entry)),
      "Its parts are not those that its manifest lists.",
    ],
    ["it has no manifest", (entries) => entries.slice(0, -1), "Its parts are not those that its manifest lists."],
  ])("is refused, even with a valid checksum of the whole file, if %s", async (_, change, message) => {
    await replaceEntries(change(await readArchive()));
    await appendChecksum(file);
    await expect(verifyArchive(file)).rejects.toThrow(`${file} cannot be restored. ${message}`);
  });

  it("is refused if it does not exist or is a folder", async () => {
    await expect(verifyArchive(join(folder, "none"))).rejects.toThrow(
      "none cannot be restored. There is no such file. Nothing was changed.",
    );
    await expect(verifyArchive(folder)).rejects.toThrow("It is a folder.");
  });
});
