import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type KeptStore, keptStore } from "./kept.ts";

let folder: string;
let store: KeptStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kept-"));
  store = keptStore(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const PARTS = [
  "firestore_export/all.overall_export_metadata",
  "auth_export/accounts.json",
  "storage_export/buckets.json",
];

/** An export as firebase-tools writes it: the parts first, the metadata last. */
function writeExport(path: string, accounts: string, { without = "" } = {}): void {
  for (const part of PARTS) {
    mkdirSync(join(path, part, ".."), { recursive: true });
    if (!part.startsWith(without || "?")) writeFileSync(join(path, part), accounts);
  }
  const metadata = {
    firestore: { path: "firestore_export", metadata_file: PARTS[0] },
    auth: { path: "auth_export" },
    storage: { path: "storage_export" },
  };
  if (without !== "metadata") writeFileSync(join(path, "firebase-export-metadata.json"), JSON.stringify(metadata));
}

const content = (path: string | null): string | null =>
  path === null ? null : readFileSync(join(path, "auth_export/accounts.json"), "utf8");

function endSuite(accounts: string): boolean {
  store.markComplete();
  writeExport(store.last, accounts);
  return store.keepLast();
}

describe("the kept store", () => {
  it("is empty at first, and then what the last suite saved", () => {
    expect(store.open()).toBeNull();
    expect(endSuite("one")).toBe(true);
    expect(endSuite("two")).toBe(true);
    expect(content(store.open())).toBe("two");
    store.forget();
    expect(store.open()).toBeNull();
  });

  it.each(["metadata", "auth_export", "firestore_export", "storage_export"])(
    "stays as it is when a save lacks its %s",
    (without) => {
      endSuite("one");
      store.markComplete();
      writeExport(store.last, "two", { without });
      expect(store.keepLast()).toBe(false);
      expect(content(store.open())).toBe("one");
    },
  );

  it("takes what a killed suite still saved, once the next one opens it", () => {
    endSuite("one");
    store.markComplete();
    writeExport(store.last, "two");
    expect(content(store.open())).toBe("two");
    expect(existsSync(store.last)).toBe(false);
  });

  it("never takes the save of a suite that had not begun with all that was kept", () => {
    endSuite("one");
    writeExport(store.last, "half imported");
    expect(content(store.open())).toBe("one");
  });

  it("is the one before where an exchange was cut short", () => {
    endSuite("one");
    endSuite("two");
    rmSync(join(folder, "kept"), { recursive: true });
    expect(content(store.open())).toBe("one");
    renameSync(join(folder, "kept"), join(folder, "kept-previous"));
    expect(content(store.open())).toBe("one");
  });

  it("is saved through the hub of a running suite, and stays when that fails", async () => {
    endSuite("one");
    let answer = 200;
    const hub = createServer((request, response) => {
      request.on("data", (body: Buffer) => {
        if (answer === 200) writeExport((JSON.parse(String(body)) as { path: string }).path, "running");
      });
      request.on("end", () => response.writeHead(answer).end());
    });
    await new Promise<void>((done) => hub.listen(0, "127.0.0.1", done));
    const { port } = hub.address() as AddressInfo;
    expect(await store.save(port)).toBe(true);
    expect(content(store.open())).toBe("running");
    answer = 500;
    expect(await store.save(port)).toBe(false);
    await new Promise((done) => hub.close(done));
    expect(await store.save(port)).toBe(false);
    expect(content(store.open())).toBe("running");
  });
});
