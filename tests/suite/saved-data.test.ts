import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runToEnd, type StartedSuite, startSuite, stopSuite } from "../support/launcher.ts";

const folder = mkdtempSync(join(tmpdir(), "logbook-saved-"));
const dataFolder = join(folder, "data");

let suite: StartedSuite | undefined;
afterAll(async () => {
  if (suite !== undefined) await stopSuite(suite);
  rmSync(folder, { recursive: true, force: true });
});

const NEWCOMER = { username: "newcomer", password: "logbook-newcomer" };

/** Logs the newcomer in or registers the newcomer. Returns the status. */
async function callAuth({ url }: StartedSuite, call: "login" | "register"): Promise<number> {
  const response = await fetch(`${url}/api/auth/${call}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(NEWCOMER),
  });
  await response.arrayBuffer();
  return response.status;
}

describe("npm start", () => {
  it("saves its data at Ctrl-C", async () => {
    suite = await startSuite("--data", dataFolder);
    expect(await callAuth(suite, "register")).toBe(201);
    expect(await stopSuite(suite)).toBe(0);
    expect(suite.output()).toContain(`Saved under ${dataFolder}/; the next start uses this data.`);
  });

  it("loads the saved data at the next start", async () => {
    suite = await startSuite("--data", dataFolder);
    expect(await callAuth(suite, "login")).toBe(200);
  });

  it("exits with 1 and says why if it cannot save its data at the end, and keeps the last save", async () => {
    // Simulate a removed disk.
    renameSync(dataFolder, `${dataFolder}.away`);
    writeFileSync(dataFolder, "");
    expect(await stopSuite(suite!)).toBe(1);
    expect(suite!.output()).toMatch(/The end of this run could not be saved under .*data\/: .+/);
    expect(suite!.output()).not.toContain("Saved under");
    rmSync(dataFolder);
    renameSync(`${dataFolder}.away`, dataFolder);
  });

  it("does not start with a damaged save if there is no earlier save, and says what to do", async () => {
    // The port of the stopped suite is free.
    const startAgain = () => runToEnd("start", "--data", dataFolder, "--port", String(suite!.port));
    const [firstSave, lastSave] = readdirSync(join(dataFolder, "saves")).sort();
    rmSync(join(dataFolder, "saves", firstSave!), { recursive: true });
    const documents = join(
      dataFolder,
      "saves",
      lastSave!,
      "firestore_export",
      "all_namespaces",
      "all_kinds",
      "output-0",
    );
    // Cuts the file off in the middle.
    truncateSync(documents, 20_000);
    expect(await startAgain()).toMatchObject({
      code: 1,
      output: expect.stringMatching(/The save in .*saves\/\S+ may be damaged\. .*--empty .* --reset /),
    });

    const accounts = join(dataFolder, "saves", lastSave!, "auth_export", "accounts.json");
    truncateSync(accounts, 0);
    expect(await startAgain()).toMatchObject({
      code: 1,
      output: expect.stringMatching(/The save in .* is damaged: .*accounts\.json is .* --empty .* --reset /),
    });
    // A start that fails deletes nothing of the save.
    expect(existsSync(documents)).toBe(true);
  });
});
