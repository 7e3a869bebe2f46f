import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runToEnd, type StartedSuite, startSuite, stopSuite } from "../support/launcher.ts";

const folder = mkdtempSync(join(tmpdir(), "logbook-saved-"));
const data = join(folder, "data");

let suite: StartedSuite | undefined;
afterAll(async () => {
  if (suite !== undefined) await stopSuite(suite);
  rmSync(folder, { recursive: true, force: true });
});

const NEWCOMER = { username: "newcomer", password: "logbook-newcomer" };

async function post({ url }: StartedSuite, call: "login" | "register"): Promise<number> {
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
    suite = await startSuite("--data", data);
    expect(await post(suite, "register")).toBe(201);
    expect(await stopSuite(suite)).toBe(0);
    expect(suite.output()).toContain(`Saved under ${data}/; the next start uses this data.`);
  });

  it("loads that data at the next start", async () => {
    suite = await startSuite("--data", data);
    expect(await post(suite, "login")).toBe(200);
  });

  it("exits with 1 and says why if it cannot save its data at its end, and keeps the last save", async () => {
    // Simulate a removed disk.
    renameSync(data, `${data}.away`);
    writeFileSync(data, "");
    expect(await stopSuite(suite!)).toBe(1);
    expect(suite!.output()).toMatch(/The end of this run could not be saved under .*data\/: .+/);
    expect(suite!.output()).not.toContain("Saved under");
    rmSync(data);
    renameSync(`${data}.away`, data);
  });

  it("does not start with a damaged save if there is no earlier one, and says what to do", async () => {
    const startAgain = () => runToEnd("start", "--data", data, "--port", String(suite?.port));
    const [first, last] = readdirSync(join(data, "saves")).sort();
    rmSync(join(data, "saves", first!), { recursive: true });
    const documents = join(data, "saves", last!, "firestore_export", "all_namespaces", "all_kinds", "output-0");
    truncateSync(documents, 20_000);
    expect(await startAgain()).toMatchObject({
      code: 1,
      output: expect.stringMatching(/The save in .*saves\/\S+ may be damaged\. .*--empty .* --reset /),
    });

    const accounts = join(data, "saves", last!, "auth_export", "accounts.json");
    truncateSync(accounts, 0);
    expect(await startAgain()).toMatchObject({
      code: 1,
      output: expect.stringMatching(/The save in .* is damaged: .*accounts\.json is .* --empty .* --reset /),
    });
    expect(existsSync(documents)).toBe(true);
  });
});
