import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { type Header, pack } from "tar-stream";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { kindOf } from "./manifest.ts";
import type { Part } from "./parts.ts";
import { readEntries, readFailure } from "./read-archive.ts";
import { readParts, verifyArchive } from "./verify-archive.ts";
import { writeArchive } from "./write-archive.ts";

const folder = mkdtempSync(join(tmpdir(), "archive-"));
const file = join(folder, "a.tar.gz");
afterAll(() => rmSync(folder, { recursive: true }));

const ISSUES = "documents/issues/000001.ndjson";
const about = { project: "demo-a", takenAt: "2026-01-01T00:00:00.000001Z", hash: "emulator" as const };

async function* parts(): AsyncGenerator<Part> {
  const part = (name: string, count: number, text: string): Part => ({ name, count, bytes: Buffer.from(text) });
  yield part(ISSUES, 2, '{"fields":{},"path":"issues/r1"}\n{"fields":{"n":{"integerValue":"1"}},"path":"issues/r2"}\n');
  yield part("accounts/000001.ndjson", 1, '{"localId":"u1"}\n');
  yield part("passwords/000001.ndjson", 1, '{"localId":"u1","passwordHash":"h","salt":"s"}\n');
  yield part("files/000001.json", 1, '{"name":"attachments/u1/r1/f1"}');
  yield part("files/000001", 1, "the file's bytes");
}

type Entry = { name: string; bytes: Buffer; type?: Header["type"] };

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

async function entries(): Promise<Entry[]> {
  return await all(readEntries(file));
}

/** Puts other entries into the archive. */
async function rewrite(changed: Entry[]): Promise<void> {
  const tar = pack();
  for (const { name, bytes, type = "file" } of changed)
    tar.entry({ name, type, ...(type === "symlink" && { linkname: "/etc/passwd" }) }, bytes);
  tar.finalize();
  writeFileSync(file, gzipSync(await buffer(Readable.from(tar))));
}

const edit = async (name: string, change: (text: string) => string): Promise<void> =>
  rewrite(
    (await entries()).map((entry) =>
      entry.name === name ? { name, bytes: Buffer.from(change(entry.bytes.toString())) } : entry,
    ),
  );

beforeEach(async () => {
  rmSync(file, { force: true });
  await writeArchive(file, about, parts(), () => {});
});

describe("an archive", () => {
  it("can be read by its owner only, is verified, and returns the data that was written", async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const manifest = await verifyArchive(file);
    expect(manifest).toMatchObject(about);
    expect(manifest.parts.map(({ name, count }) => [name, count])).toEqual(
      (await all(parts())).map(({ name, count }) => [name, count]),
    );
    const read = await all(readParts(file, manifest));
    expect(read[0]).toMatchObject({ collection: "issues", documents: [{ path: "issues/r1" }, { path: "issues/r2" }] });
    expect(read.at(-1)).toEqual({ kind: "files", name: "files/000001", bytes: Buffer.from("the file's bytes") });
  });

  it("is refused if any of its bytes was changed", async () => {
    const whole = readFileSync(file);
    for (let at = 0; at < whole.length; at += 1) {
      const flipped = Buffer.from(whole);
      flipped[at]! ^= 1;
      writeFileSync(file, flipped);
      await expect(verifyArchive(file), `byte ${at}`).rejects.toThrow(/^It /);
    }
  }, 60_000);

  it("is refused if it is cut short at any place", async () => {
    const { size } = statSync(file);
    for (let left = size - 1; left >= 0; left -= 7) {
      truncateSync(file, left);
      await expect(verifyArchive(file), `${left} bytes`).rejects.toThrow(
        /^It is (cut short|empty|no backup|damaged or cut short)/,
      );
    }
  });

  it("is refused if the name of a part cannot be decoded", () => {
    expect(kindOf("documents/%FF/000001.ndjson")).toBeNull();
    expect(kindOf("documents/a%20b/000001.ndjson")).toEqual({ kind: "documents", collection: "a b" });
  });

  it.each([
    [
      "of another format",
      () => edit("logbook-backup.json", () => '{"format":2}'),
      "It has format 2, and this version reads format 1 only.",
    ],
    [
      "without one of its parts",
      async () => rewrite((await entries()).filter(({ name }) => name !== ISSUES)),
      `Its part ${ISSUES} is missing.`,
    ],
    [
      "with a part too many",
      async () => {
        const [head, ...rest] = await entries();
        await rewrite([head!, { name: "files/000009", bytes: Buffer.from("x") }, ...rest]);
      },
      "It holds files/000009, which its manifest does not list.",
    ],
    [
      "with something after its manifest",
      async () => rewrite([...(await entries()), { name: "files/000009", bytes: Buffer.from("x") }]),
      "It goes on after its manifest",
    ],
    [
      "with a part that differs from its checksum",
      () => edit("files/000001", (text) => text.replace("bytes", "BYTES")),
      "Its part files/000001 is damaged",
    ],
    [
      "with parts in another order",
      async () => {
        const [head, first, second, ...rest] = await entries();
        await rewrite([head!, second!, first!, ...rest]);
      },
      "is damaged",
    ],
    [
      "with a name that leads out of it",
      async () => {
        const [head, ...rest] = await entries();
        await rewrite([head!, { name: "files/../../../etc/cron.d/x", bytes: Buffer.from("x") }, ...rest]);
      },
      "a name that no part of a backup has",
    ],
    [
      "with a link",
      async () => {
        const [head, ...rest] = await entries();
        await rewrite([head!, { name: "files/000009", bytes: Buffer.alloc(0), type: "symlink" }, ...rest]);
      },
      "which is no plain file",
    ],
    [
      "with a document of another collection",
      () => edit(ISSUES, (text) => text.replace("issues/r1", "members/x")),
      "cannot be read",
    ],
    ["that is no gzip", async () => writeFileSync(file, "PK\u0003\u0004 something else"), "It is no backup"],
    ["of another program", () => rewrite([{ name: "readme.txt", bytes: Buffer.from("hello") }]), "It is no backup"],
    ["that is empty", () => rewrite([]), "It is empty."],
    ["that is a bomb", async () => bomb(), "It unpacks to more than any backup could hold."],
    ["with a byte after its end", async () => appendFileSync(file, "x"), "It is cut short, or goes on after its end."],
    ["with more after its end", async () => appendFileSync(file, "x".repeat(50)), "or goes on after its end."],
    ["that was packed again", async () => rewrite(await entries()), "it is not the file that was written"],
  ])("is refused: one %s", { timeout: 30_000 }, async (_, damage, message) => {
    await damage();
    await expect(verifyArchive(file)).rejects.toThrow(message);
  });

  it("is refused if it does not exist", async () => {
    await expect(verifyArchive(join(folder, "none"))).rejects.toThrow("There is no such file.");
    await expect(verifyArchive(folder)).rejects.toThrow("It is a folder.");
    expect(
      readFailure(Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" }), {
        isGzip: false,
        hasManifest: false,
      }),
    ).toBe("You may not read it.");
  });
});

/** 96 MB of nothing in 96 KB: parts of a size that is allowed. */
async function bomb(): Promise<void> {
  const nothing = Buffer.alloc(32 * 1024 * 1024, " ");
  const [head, ...rest] = await entries();
  const bombs = Array.from({ length: 3 }, (_, index) => ({ name: `files/00001${index}`, bytes: nothing }));
  await rewrite([head!, ...bombs, ...rest]);
}
