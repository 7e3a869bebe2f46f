import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CommandError } from "../command-line/command.ts";
import { type KeptStore, keptStore, type LastSaved, type Saved } from "./saved-data-store.ts";

let folder: string;
let store: KeptStore;
let told: string[];

const again = (): KeptStore => keptStore(folder, (news) => told.push(news), `${folder}-lasts`);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kept-"));
  told = [];
  store = again();
});
afterEach(() => {
  for (const path of [folder, `${folder}-lasts`]) rmSync(path, { recursive: true, force: true });
});

const METADATA = "firebase-export-metadata.json";
const KIND = "all_namespaces/all_kinds/all_namespaces_all_kinds.export_metadata";
const OUTPUT = "firestore_export/all_namespaces/all_kinds/output-0";
const ACCOUNTS = "auth_export/accounts.json";
const BLOB = "storage_export/blobs/4be6";

/** The files of an export as firebase-tools writes it; `who` is all that is in it. */
const exported = (who: string): Record<string, string> => ({
  "firestore_export/firestore_export.overall_export_metadata": `\u0012A${KIND}\u0018(`,
  [`firestore_export/${KIND}`]: "\u0012\boutput-0",
  [OUTPUT]: who,
  [ACCOUNTS]: JSON.stringify({ users: [{ localId: who }] }),
  "auth_export/config.json": "{}",
  "storage_export/buckets.json": '{"buckets":[]}',
  [BLOB]: who,
  "storage_export/metadata/4be6.json": JSON.stringify({ name: "a", size: who.length }),
  [METADATA]: JSON.stringify({
    firestore: {
      path: "firestore_export",
      metadata_file: "firestore_export/firestore_export.overall_export_metadata",
    },
    auth: { path: "auth_export" },
    storage: { path: "storage_export" },
  }),
});

const FILES = Object.keys(exported(""));

function writeExport(path: string, who: string): void {
  for (const [file, text] of Object.entries(exported(who))) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  }
}

/** Who is in the store that the next start begins with. */
async function opened(): Promise<string | null> {
  const path = await again().open();
  return path === null ? null : readFileSync(join(path, OUTPUT), "utf8");
}

/** A suite that ends without having been saved. */
async function endSuite(who: string): Promise<LastSaved> {
  store.markComplete();
  writeExport(store.last, who);
  return await store.keepLast();
}

/** Saves a running suite whose hub does this with an export. */
async function save(hub: (path: string) => { status: number; message: string }): Promise<Saved> {
  const server = createServer((request, response) => {
    request.on("data", (body: Buffer) => {
      const { status, message } = hub((JSON.parse(String(body)) as { path: string }).path);
      response.writeHead(status).end(JSON.stringify({ message }));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  try {
    return await store.save((server.address() as AddressInfo).port);
  } finally {
    await new Promise((done) => server.close(done));
  }
}

async function saveRunning(who: string): Promise<void> {
  const saved = await save((path) => {
    writeExport(path, who);
    return { status: 200, message: "OK" };
  });
  expect(saved).toBe("saved");
}

const inKept = (file: string): string => join(folder, "kept", file);

describe("the kept store", () => {
  it("is empty at first, and then what the last suite saved", async () => {
    expect(await opened()).toBeNull();
    expect(store.savedAt()).toBeNull();
    expect(await endSuite("one")).toBe("saved");
    expect(await endSuite("two")).toBe("saved");
    expect(await opened()).toBe("two");
    expect(store.savedAt()).not.toBeNull();
    store.forget();
    expect(await opened()).toBeNull();
    expect(told).toEqual([]);
  });

  it.each(FILES)("stays as it is when what was exported at the end has its %s missing or cut short", async (file) => {
    await endSuite("one");
    store.markComplete();
    writeExport(store.last, "two");
    writeFileSync(join(store.last, file), "");
    expect(await store.keepLast()).toMatchObject({ failed: expect.stringContaining(file), waitsIn: null });
    store.markComplete();
    writeExport(store.last, "two");
    rmSync(join(store.last, file));
    expect(await opened()).toBe("one");
    expect(told).toEqual([expect.stringContaining("left at its end is not whole")]);
  });

  it("takes what a killed suite still saved, once the next one opens it", async () => {
    await endSuite("one");
    store.markComplete();
    writeExport(store.last, "two");
    expect(await opened()).toBe("two");
    expect(existsSync(store.last)).toBe(false);
  });

  it("never takes the save of a suite that had not begun with all that was kept", async () => {
    await endSuite("one");
    writeExport(store.last, "half imported");
    expect(await opened()).toBe("one");
  });

  it("leaves an export that it cannot take in where it is, and takes it in once it can", async () => {
    await endSuite("one");
    store.markComplete();
    writeExport(store.last, "two");
    // The folder is gone, as a disk that is not there any more.
    renameSync(folder, `${folder}.away`);
    writeFileSync(folder, "");
    expect(await store.keepLast()).toMatchObject({ waitsIn: store.last, failed: expect.any(String) });
    rmSync(folder);
    renameSync(`${folder}.away`, folder);
    expect(await opened()).toBe("two");
  });

  it("stays when the end of a suite that is saved exports once more", async () => {
    store.markComplete();
    await saveRunning("one");
    store.leaveLast();
    expect(() => readdirSync(store.last)).toThrow("ENOTDIR");
    expect(await store.keepLast()).toBe("none");
    expect(existsSync(store.last)).toBe(false);
    expect(await opened()).toBe("one");
  });

  it("is the one before where an exchange was cut short", async () => {
    await endSuite("one");
    await endSuite("two");
    rmSync(join(folder, "kept"), { recursive: true });
    expect(await opened()).toBe("one");
    expect(told).toEqual([expect.stringMatching(/^Going on with the save before it, of \d\d:\d\d:\d\d\.$/)]);
  });

  it("is saved through the hub of a running suite, and stays when that fails", async () => {
    await endSuite("one");
    await saveRunning("running");
    const full = "ENOSPC: no space left on device";
    const failed = await save((path) => {
      writeExport(path, "half");
      return { status: 500, message: full };
    });
    expect(failed).toEqual({ failed: full, canExport: true });
    expect(readdirSync(folder)).not.toContain("kept-next");
    expect(await store.save(1)).toMatchObject({ failed: expect.stringContaining("fetch failed") });
    expect(await opened()).toBe("running");
  });

  it.each([
    ["where firebase-tools works", () => tmpdir(), false],
    ["where it is kept", () => folder, true],
  ])("is not saved, and says so at once, where there is no room %s", async (_, full, canExport) => {
    await saveRunning("one");
    const freeIn = (path: string): number => (path === full() ? 500_000 : 1e9);
    const crowded = keptStore(folder, (news) => told.push(news), `${folder}-lasts`, freeIn);
    expect(await crowded.save(1)).toEqual({
      failed: expect.stringMatching(/ has 0\.5 MB left, and a save takes 1\.\d MB$/),
      canExport,
    });
    expect(await opened()).toBe("one");
  });

  it("is what a save had finished before an exchange was cut short", async () => {
    await saveRunning("one");
    await saveRunning("two");
    renameSync(join(folder, "kept"), join(folder, "kept-next"));
    expect(await opened()).toBe("two");
  });
});

describe("a damaged store", () => {
  const seal = "logbook-checksums.json";

  it.each(FILES)(
    "is noticed by its %s, put aside and told of; the start goes on with the save before",
    async (file) => {
      await saveRunning("one");
      await saveRunning("two");
      writeFileSync(inKept(file), "");
      expect(await opened()).toBe("one");
      const [damaged] = readdirSync(folder).filter((name) => name.startsWith("kept-damaged-"));
      expect(readFileSync(join(folder, damaged!, ACCOUNTS), "utf8")).toMatch(file === ACCOUNTS ? /^$/ : /two/);
      expect(told).toEqual([
        `What was kept is damaged: ${file} is not as it was saved. It is in ${join(folder, damaged!)} now.`,
        expect.stringMatching(/^Going on with the save before it, of \d\d:\d\d:\d\d\.$/),
      ]);
      store.forget();
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it.each([
    ["one that is gone", () => rmSync(inKept(BLOB)), `${BLOB} is missing`],
    ["a list of files that is cut", () => writeFileSync(inKept(seal), "{"), `${seal} cannot be read`],
  ])("is noticed by %s", async (_, damage, fault) => {
    await saveRunning("one");
    damage();
    await expect(store.open()).rejects.toThrow(fault);
  });

  it("ends the start where there is no save before it, and stays as it is until it is forgotten", async () => {
    await saveRunning("one");
    writeFileSync(inKept(OUTPUT), "");
    for (let time = 0; time < 2; time += 1) {
      const error = await store.open().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(CommandError);
      expect((error as CommandError).message).toMatch(
        new RegExp(`^What is kept in ${join(folder, "kept")} is damaged: ${OUTPUT} is .* --empty .* --reset `),
      );
    }
    expect(readFileSync(inKept(ACCOUNTS), "utf8")).toContain("one");
    store.forget();
    expect(await opened()).toBeNull();
  });

  it.each(FILES)("of an earlier version, without a list of its files, is noticed by its %s", async (file) => {
    writeExport(join(folder, "kept"), "old");
    expect(await opened()).toBe("old");
    writeFileSync(inKept(file), "");
    await expect(store.open()).rejects.toThrow(file);
    rmSync(inKept(file));
    await expect(store.open()).rejects.toThrow(file);
  });

  it("never takes the place of a good one", async () => {
    await saveRunning("one");
    await saveRunning("two");
    writeFileSync(inKept(ACCOUNTS), "");
    await saveRunning("three");
    rmSync(join(folder, "kept"), { recursive: true });
    expect(await opened()).toBe("one");
  });
});
