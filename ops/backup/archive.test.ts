import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { type Header, pack } from "tar-stream";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { parsePartName } from "./manifest.ts";
import type { Part } from "./parts.ts";
import { describeError, readEntries } from "./read-archive.ts";
import { readParts, verifyArchive } from "./verify-archive.ts";
import { writeArchive } from "./write-archive.ts";

const folder = mkdtempSync(join(tmpdir(), "archive-"));
const file = join(folder, "a.tar.gz");
afterAll(() => rmSync(folder, { recursive: true }));

const REPORTS_PART = "documents/issues/000001.ndjson";
const ZIP_CONTENT = "PK\u0003\u0004 something else";
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

type Entry = { name: string; bytes: Buffer; type?: Header["type"] };

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

async function readArchive(): Promise<Entry[]> {
  return await collect(readEntries(file));
}

/** Replaces the archive by one with these entries. */
async function replaceEntries(entries: Entry[]): Promise<void> {
  const tar = pack();
  for (const { name, bytes, type = "file" } of entries)
    tar.entry({ name, type, ...(type === "symlink" && { linkname: "/etc/passwd" }) }, bytes);
  tar.finalize();
  writeFileSync(file, gzipSync(await buffer(Readable.from(tar))));
}

async function editEntry(name: string, change: (text: string) => string): Promise<void> {
  const entries = (await readArchive()).map((entry) =>
    entry.name === name ? { name, bytes: Buffer.from(change(entry.bytes.toString())) } : entry,
  );
  await replaceEntries(entries);
}

beforeEach(async () => {
  rmSync(file, { force: true });
  await writeArchive(file, backupInfo, createParts(), () => {});
});

describe("an archive", () => {
  it("can be read by its owner only, is verified, and returns the data that was written", async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const manifest = await verifyArchive(file);
    expect(manifest).toMatchObject(backupInfo);
    expect(manifest.parts.map(({ name, count }) => [name, count])).toEqual(
      (await collect(createParts())).map(({ name, count }) => [name, count]),
    );
    const contents = await collect(readParts(file, manifest));
    expect(contents[0]).toMatchObject({
      collection: "issues",
      documents: [{ path: "issues/r1" }, { path: "issues/r2" }],
    });
    expect(contents.at(-1)).toEqual({ kind: "files", name: "files/000001", bytes: Buffer.from("the file's bytes") });
  });

  it("is refused if one bit of any of its bytes was changed", async () => {
    const originalBytes = readFileSync(file);
    for (let index = 0; index < originalBytes.length; index += 1) {
      const damagedBytes = Buffer.from(originalBytes);
      damagedBytes[index]! ^= 1;
      writeFileSync(file, damagedBytes);
      await expect(verifyArchive(file), `byte ${index}`).rejects.toThrow(/^It /);
    }
  }, 60_000);

  it("is refused if it is cut short", async () => {
    const { size } = statSync(file);
    // Tries every seventh length, because all of them would take too long.
    for (let bytesLeft = size - 1; bytesLeft >= 0; bytesLeft -= 7) {
      truncateSync(file, bytesLeft);
      await expect(verifyArchive(file), `${bytesLeft} bytes`).rejects.toThrow(
        /^It is (cut short|empty|no backup|damaged or cut short)/,
      );
    }
  });

  it("may not have a part whose name cannot be decoded", () => {
    expect(parsePartName("documents/%FF/000001.ndjson")).toBeNull();
    expect(parsePartName("documents/a%20b/000001.ndjson")).toEqual({ kind: "documents", collection: "a b" });
  });

  it.each([
    [
      "it has another format",
      () => editEntry("logbook-backup.json", () => '{"format":2}'),
      "It has format 2, and this version reads format 1 only.",
    ],
    [
      "one of its parts is missing",
      async () => replaceEntries((await readArchive()).filter(({ name }) => name !== REPORTS_PART)),
      `Its part ${REPORTS_PART} is missing.`,
    ],
    [
      "it has a part that its manifest does not list",
      async () => {
        const [formatEntry, ...otherEntries] = await readArchive();
        await replaceEntries([formatEntry!, { name: "files/000009", bytes: Buffer.from("x") }, ...otherEntries]);
      },
      "It holds files/000009, which its manifest does not list.",
    ],
    [
      "a part follows its manifest",
      async () => replaceEntries([...(await readArchive()), { name: "files/000009", bytes: Buffer.from("x") }]),
      "It goes on after its manifest",
    ],
    [
      "a part differs from its checksum",
      () => editEntry("files/000001", (text) => text.replace("bytes", "BYTES")),
      "Its part files/000001 is damaged",
    ],
    [
      "its parts are in another order",
      async () => {
        const [formatEntry, firstPart, secondPart, ...otherEntries] = await readArchive();
        await replaceEntries([formatEntry!, secondPart!, firstPart!, ...otherEntries]);
      },
      "is damaged",
    ],
    [
      "the name of a part leads out of the archive's folder",
      async () => {
        const [formatEntry, ...otherEntries] = await readArchive();
        await replaceEntries([
          formatEntry!,
          { name: "files/../../../etc/cron.d/x", bytes: Buffer.from("x") },
          ...otherEntries,
        ]);
      },
      "a name that no part of a backup has",
    ],
    [
      "it contains a link",
      async () => {
        const [formatEntry, ...otherEntries] = await readArchive();
        await replaceEntries([
          formatEntry!,
          { name: "files/000009", bytes: Buffer.alloc(0), type: "symlink" },
          ...otherEntries,
        ]);
      },
      "which is no plain file",
    ],
    [
      "a document is in the part of another collection",
      () => editEntry(REPORTS_PART, (text) => text.replace("issues/r1", "members/x")),
      "cannot be read",
    ],
    ["it is not compressed with gzip", async () => writeFileSync(file, ZIP_CONTENT), "It is no backup"],
    [
      "another program wrote it",
      () => replaceEntries([{ name: "readme.txt", bytes: Buffer.from("hello") }]),
      "It is no backup",
    ],
    ["it is empty", () => replaceEntries([]), "It is empty."],
    ["it is a zip bomb", () => writeZipBomb(), "It unpacks to more than any backup could hold."],
    ["a byte follows its end", async () => appendFileSync(file, "x"), "It is cut short, or goes on after its end."],
    ["50 bytes follow its end", async () => appendFileSync(file, "x".repeat(50)), "or goes on after its end."],
    [
      "it was unpacked and packed again",
      async () => replaceEntries(await readArchive()),
      "it is not the file that was written",
    ],
  ])("is refused if %s", { timeout: 30_000 }, async (_, damage, message) => {
    await damage();
    await expect(verifyArchive(file)).rejects.toThrow(message);
  });

  it("is refused if it does not exist, is a folder or may not be read", async () => {
    await expect(verifyArchive(join(folder, "none"))).rejects.toThrow("There is no such file.");
    await expect(verifyArchive(folder)).rejects.toThrow("It is a folder.");
    // The error is made up, because root may read every file.
    expect(
      describeError(Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" }), {
        isGzip: false,
        hasManifest: false,
      }),
    ).toBe("You may not read it.");
  });
});

/** Writes an archive of 96 KB that unpacks to 96 MB of spaces. Each of its parts has an allowed size. */
async function writeZipBomb(): Promise<void> {
  const spaces = Buffer.alloc(32 * 1024 * 1024, " ");
  const [formatEntry, ...otherEntries] = await readArchive();
  const bombs = Array.from({ length: 3 }, (_, index) => ({ name: `files/00001${index}`, bytes: spaces }));
  await replaceEntries([formatEntry!, ...bombs, ...otherEntries]);
}
