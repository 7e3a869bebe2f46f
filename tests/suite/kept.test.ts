import { existsSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { outcome, type Started, start, stop } from "../support/launcher.ts";

const folder = mkdtempSync(join(tmpdir(), "logbook-kept-"));
const data = join(folder, "data");
const inKept = (...path: string[]): string => join(data, "kept", ...path);
const OUTPUT = inKept("firestore_export", "all_namespaces", "all_kinds", "output-0");

let suite: Started | undefined;
afterAll(async () => {
  if (suite !== undefined) await stop(suite);
  rmSync(folder, { recursive: true, force: true });
});

const NEW = { username: "newcomer", password: "logbook-newcomer" };

async function post({ url }: Started, call: "login" | "register"): Promise<number> {
  const response = await fetch(`${url}/api/auth/${call}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(NEW),
  });
  await response.arrayBuffer();
  return response.status;
}

describe("npm start", () => {
  it("says so and gives 1 when its end cannot be saved where it should be", async () => {
    suite = await start("--data", data);
    expect(await post(suite, "register")).toBe(201);
    // The folder is gone, as a disk that is not there any more.
    renameSync(data, `${data}.away`);
    writeFileSync(data, "");
    expect(await stop(suite)).toBe(1);
    expect(suite.said()).toMatch(
      /The end of this run could not be saved under .*data\/: .+\. It is in \S+ instead, and the next start takes it/,
    );
    expect(suite.said()).not.toContain("Saved under");
    rmSync(data);
    renameSync(`${data}.away`, data);
  });

  it("has back what was saved elsewhere then, and saves it where it should be", async () => {
    suite = await start("--data", data);
    expect(await post(suite, "login")).toBe(200);
    expect(await stop(suite)).toBe(0);
    expect(suite.said()).toContain(`Saved under ${data}/; the next start has it back.`);
  });

  it("begins nothing with a damaged store that has no save before it, and names the ways out", async () => {
    const again = () => outcome("start", "--data", data, "--port", String(suite?.port));
    rmSync(join(data, "kept-previous"), { recursive: true });
    truncateSync(OUTPUT, 20_000);
    for (let time = 0; time < 2; time += 1)
      expect(await again()).toMatchObject({
        code: 1,
        said: expect.stringMatching(/What is kept in .*kept is damaged: .*output-0 is .* --empty .* --reset /),
      });

    // A save of an earlier version has no list of its files, so the emulators meet the damage.
    rmSync(inKept("logbook-checksums.json"));
    expect(await again()).toMatchObject({
      code: 1,
      said: expect.stringMatching(/What is kept in .*kept may be damaged\. .*--empty .* --reset /),
    });
    expect(existsSync(OUTPUT)).toBe(true);
  });
});
