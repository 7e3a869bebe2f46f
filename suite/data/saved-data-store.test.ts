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
import { SavedDataStore, type SaveFailure } from "./saved-data-store.ts";

const METADATA = "firebase-export-metadata.json";
const ACCOUNTS = "auth_export/accounts.json";
const CHECKED_FILES = [
  METADATA,
  ACCOUNTS,
  "firestore_export/firestore_export.overall_export_metadata",
  "storage_export/buckets.json",
];

let root: string;
let folder: string;
let workFolder: string;
let store: SavedDataStore;
let printed: string[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "saved-data-"));
  folder = join(root, "data");
  workFolder = join(root, "work");
  mkdirSync(workFolder);
  printed = [];
  store = new SavedDataStore(folder, (line) => printed.push(line));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Writes an export as firebase-tools does, with `content` as its accounts. */
function writeExport(path: string, content: string): void {
  const files = {
    "firestore_export/firestore_export.overall_export_metadata": "kinds",
    [ACCOUNTS]: JSON.stringify({ users: [{ localId: content }] }),
    "storage_export/buckets.json": '{"buckets":[]}',
    [METADATA]: JSON.stringify({
      firestore: { metadata_file: "firestore_export/firestore_export.overall_export_metadata" },
      auth: { path: "auth_export" },
      storage: { path: "storage_export" },
    }),
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  }
}

/** The content with which the next start begins. */
function openedContent(): string | null {
  const path = store.open();
  return path === null ? null : JSON.parse(readFileSync(join(path, ACCOUNTS), "utf8")).users[0].localId;
}

/** Saves a suite whose hub answers an export as `hub` does. */
async function saveWith(hub: (path: string) => { status: number; message: string }): Promise<SaveFailure> {
  const server = createServer((request, response) => {
    request.on("data", (body: Buffer) => {
      const { status, message } = hub((JSON.parse(String(body)) as { path: string }).path);
      response.writeHead(status).end(JSON.stringify({ message }));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  try {
    return await store.save((server.address() as AddressInfo).port, workFolder);
  } finally {
    await new Promise((done) => server.close(done));
  }
}

async function save(content: string): Promise<void> {
  const failure = await saveWith((path) => {
    writeExport(path, content);
    return { status: 200, message: "OK" };
  });
  expect(failure).toBeNull();
}

const saveNames = (): string[] => readdirSync(join(folder, "saves")).sort();
const fileOf = (save: string, file: string): string => join(folder, "saves", save, file);

describe("the saved data", () => {
  it("are empty at first, and then those of the last save", async () => {
    expect(openedContent()).toBeNull();
    expect(store.savedAt()).toBeNull();
    await save("one");
    await save("two");
    expect(openedContent()).toBe("two");
    expect(Date.now() - Number(store.savedAt())).toBeLessThan(60_000);
    store.deleteAll();
    expect(openedContent()).toBeNull();
    expect(printed).toEqual([]);
  });

  it("consist of two saves at most", async () => {
    for (const content of ["one", "two", "three"]) await save(content);
    expect(saveNames()).toHaveLength(2);
    expect(openedContent()).toBe("three");
  });

  it("stay as they are if a save fails, and the failed save leaves no files", async () => {
    await save("one");
    const full = "ENOSPC: no space left on device";
    const failure = await saveWith((path) => {
      writeExport(path, "half");
      mkdirSync(join(workFolder, "firebase-export-123"));
      return { status: 500, message: full };
    });
    expect(failure).toBe(full);
    expect(await store.save(1, workFolder)).toContain("fetch failed");
    expect([...readdirSync(folder), ...readdirSync(workFolder)]).toEqual(["saves"]);
    expect(openedContent()).toBe("one");
  });

  it("stay as they are if the suite is killed during a save", async () => {
    await save("one");
    writeExport(join(folder, "save-in-progress"), "half");
    expect(openedContent()).toBe("one");
    await save("two");
    expect(openedContent()).toBe("two");
  });

  it.each(CHECKED_FILES)("stay as they are if an export lacks its %s", async (file) => {
    await save("one");
    const failure = await saveWith((path) => {
      writeExport(path, "two");
      rmSync(join(path, file));
      return { status: 200, message: "OK" };
    });
    expect(failure).toContain(file);
    expect(openedContent()).toBe("one");
  });

  it.each([
    ["where firebase-tools works", () => workFolder],
    ["where the saves are", () => folder],
  ])("are not saved without enough disk space %s, and the reason is returned at once", async (_, full) => {
    await save("one");
    const freeBytes = (path: string): number => (path === full() ? 500_000 : 1e9);
    const fullStore = new SavedDataStore(folder, () => {}, freeBytes);
    expect(await fullStore.save(1, workFolder)).toMatch(/ has 0\.5 MB left, and a save takes 1\.\d MB$/);
    expect(openedContent()).toBe("one");
  });
});

describe("a damaged save", () => {
  it.each(CHECKED_FILES)(
    "is moved away if its %s is empty, and the start continues with the previous save",
    async (file) => {
      await save("one");
      await save("two");
      const last = saveNames()[1]!;
      writeFileSync(fileOf(last, file), "");
      expect(openedContent()).toBe("one");
      const damagedFolder = join(folder, `damaged-${last}`);
      expect(existsSync(join(damagedFolder, METADATA))).toBe(true);
      expect(printed).toEqual([
        expect.stringMatching(new RegExp(`^The last save is damaged: ${file} .* It is in ${damagedFolder} now\\.$`)),
        expect.stringMatching(/^Continuing with the previous save, of \d\d:\d\d:\d\d\.$/),
      ]);
      store.deleteAll();
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it("ends the start if there is no previous save, and stays as it is until it is deleted", async () => {
    await save("one");
    const [last] = saveNames();
    writeFileSync(fileOf(last!, ACCOUNTS), "");
    for (let time = 0; time < 2; time += 1) {
      expect(() => store.open()).toThrow(CommandError);
      expect(() => store.open()).toThrow(/saves\/\S+ is damaged: .*accounts\.json .* --empty .* --reset /);
    }
    expect(saveNames()).toEqual([last]);
    store.deleteAll();
    expect(openedContent()).toBeNull();
  });

  it("can be moved away, as the advice says, to continue with the previous save", async () => {
    await save("one");
    expect(store.recoveryAdvice()).not.toContain("Move");
    await save("two");
    const last = join(folder, "saves", saveNames()[1]!);
    expect(store.recoveryAdvice()).toMatch(
      new RegExp(`^Move ${last} away to continue with the previous save, of .* --empty .* --reset `),
    );
    renameSync(last, join(root, "elsewhere"));
    expect(openedContent()).toBe("one");
  });
});
