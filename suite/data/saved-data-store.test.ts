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
/** No hub listens on this port. */
const UNUSED_PORT = 1;
const REQUIRED_FILES = [
  METADATA,
  ACCOUNTS,
  "firestore_export/firestore_export.overall_export_metadata",
  "storage_export/buckets.json",
];

let testFolder: string;
let dataFolder: string;
let workFolder: string;
let store: SavedDataStore;
let printedLines: string[];

beforeEach(() => {
  testFolder = mkdtempSync(join(tmpdir(), "saved-data-"));
  dataFolder = join(testFolder, "data");
  workFolder = join(testFolder, "work");
  mkdirSync(workFolder);
  printedLines = [];
  store = new SavedDataStore(dataFolder, (line) => printedLines.push(line));
});
afterEach(() => rmSync(testFolder, { recursive: true, force: true }));

/** Writes an export as firebase-tools does, with `content` as its accounts. */
function writeExport(path: string, content: string): void {
  const files = {
    "firestore_export/firestore_export.overall_export_metadata": "not empty",
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

/** Opens the saved data as a start does, and returns the content of their accounts; `null` if nothing is saved. */
function readOpenedContent(): string | null {
  const path = store.open();
  return path === null ? null : JSON.parse(readFileSync(join(path, ACCOUNTS), "utf8")).users[0].localId;
}

/** Saves a suite whose hub answers a request for an export with the result of `answerExport`. */
async function saveWith(answerExport: (path: string) => { status: number; message: string }): Promise<SaveFailure> {
  const server = createServer((request, response) => {
    request.on("data", (body: Buffer) => {
      const { status, message } = answerExport((JSON.parse(String(body)) as { path: string }).path);
      response.writeHead(status).end(JSON.stringify({ message }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await store.save((server.address() as AddressInfo).port, workFolder);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

async function save(content: string): Promise<void> {
  const failure = await saveWith((path) => {
    writeExport(path, content);
    return { status: 200, message: "OK" };
  });
  expect(failure).toBeNull();
}

const listSaveNames = (): string[] => readdirSync(join(dataFolder, "saves")).sort();
const pathInSave = (save: string, file: string): string => join(dataFolder, "saves", save, file);

describe("the saved data", () => {
  it("do not exist at first, are those of the last save, and can be deleted", async () => {
    expect(readOpenedContent()).toBeNull();
    expect(store.savedAt()).toBeNull();
    await save("one");
    await save("two");
    expect(readOpenedContent()).toBe("two");
    expect(Date.now() - Number(store.savedAt())).toBeLessThan(60_000);
    store.deleteAll();
    expect(readOpenedContent()).toBeNull();
    expect(printedLines).toEqual([]);
  });

  it("consist of two saves at most", async () => {
    for (const content of ["one", "two", "three"]) await save(content);
    expect(listSaveNames()).toHaveLength(2);
    expect(readOpenedContent()).toBe("three");
  });

  it("stay as they are if a save fails, and the failed save leaves no files", async () => {
    await save("one");
    const diskFull = "ENOSPC: no space left on device";
    const failure = await saveWith((path) => {
      writeExport(path, "half");
      mkdirSync(join(workFolder, "firebase-export-123"));
      return { status: 500, message: diskFull };
    });
    expect(failure).toBe(diskFull);
    expect(await store.save(UNUSED_PORT, workFolder)).toContain("fetch failed");
    expect([...readdirSync(dataFolder), ...readdirSync(workFolder)]).toEqual(["saves"]);
    expect(readOpenedContent()).toBe("one");
  });

  it("stay as they are if the suite is killed during a save", async () => {
    await save("one");
    writeExport(join(dataFolder, "save-in-progress"), "half");
    expect(readOpenedContent()).toBe("one");
    await save("two");
    expect(readOpenedContent()).toBe("two");
  });

  it.each(REQUIRED_FILES)("stay as they are if an export lacks its %s", async (file) => {
    await save("one");
    const failure = await saveWith((path) => {
      writeExport(path, "two");
      rmSync(join(path, file));
      return { status: 200, message: "OK" };
    });
    expect(failure).toContain(file);
    expect(readOpenedContent()).toBe("one");
  });

  it.each([
    ["the folder of firebase-tools", () => workFolder],
    ["the folder of the saves", () => dataFolder],
  ])("stay as they are if %s lacks disk space, and the save returns the reason", async (_, getFullFolder) => {
    await save("one");
    // A save may need 1 MB more than the last one, which takes some blocks of the disk.
    const freeBytes = (path: string): number => (path === getFullFolder() ? 500_000 : 1e9);
    const storeOnFullDisk = new SavedDataStore(dataFolder, () => {}, freeBytes);
    expect(await storeOnFullDisk.save(UNUSED_PORT, workFolder)).toMatch(
      / has 0\.5 MB left, and a save takes 1\.\d MB$/,
    );
    expect(readOpenedContent()).toBe("one");
  });
});

describe("a damaged save", () => {
  it.each(REQUIRED_FILES)(
    "is moved away if its %s is empty, and the start continues with the previous save",
    async (file) => {
      await save("one");
      await save("two");
      const lastSave = listSaveNames()[1]!;
      writeFileSync(pathInSave(lastSave, file), "");
      expect(readOpenedContent()).toBe("one");
      const damagedFolder = join(dataFolder, `damaged-${lastSave}`);
      expect(existsSync(join(damagedFolder, METADATA))).toBe(true);
      expect(printedLines).toEqual([
        expect.stringMatching(new RegExp(`^The last save is damaged: ${file} .* It is in ${damagedFolder} now\\.$`)),
        expect.stringMatching(/^Continuing with the previous save, of \d\d:\d\d:\d\d\.$/),
      ]);
      store.deleteAll();
      expect(readdirSync(dataFolder)).toEqual([]);
    },
  );

  it("ends the start if there is no previous save, and stays as it is until it is deleted", async () => {
    await save("one");
    const [onlySave] = listSaveNames();
    writeFileSync(pathInSave(onlySave!, ACCOUNTS), "");
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(() => store.open()).toThrow(CommandError);
      expect(() => store.open()).toThrow(/saves\/\S+ is damaged: .*accounts\.json .* --empty .* --reset /);
    }
    expect(listSaveNames()).toEqual([onlySave]);
    store.deleteAll();
    expect(readOpenedContent()).toBeNull();
  });

  it("can be moved away, as the advice says, to continue with the previous save", async () => {
    await save("one");
    expect(store.recoveryAdvice()).not.toContain("Move");
    await save("two");
    const lastSave = join(dataFolder, "saves", listSaveNames()[1]!);
    expect(store.recoveryAdvice()).toMatch(
      new RegExp(`^Move ${lastSave} away to continue with the previous save, of .* --empty .* --reset `),
    );
    renameSync(lastSave, join(testFolder, "elsewhere"));
    expect(readOpenedContent()).toBe("one");
  });
});
