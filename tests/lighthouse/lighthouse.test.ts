import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "@playwright/test";
import lighthouse, { type Flags } from "lighthouse";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../bench/src/harness/functions-framework.ts";
import { fileReport, newAdmin } from "../support/actors.ts";
import { ORIGIN } from "../support/suite.ts";

/** The lowest allowed score of each category; the benchmarks measure performance. */
const MIN_SCORES = { accessibility: 100, "best-practices": 100, seo: 90 } as const;
type Category = keyof typeof MIN_SCORES;

const profileFolder = mkdtempSync(join(tmpdir(), "logbook-lighthouse-"));
let browser: BrowserContext;
let port: number;

beforeAll(async () => {
  port = await freePort();
  browser = await chromium.launchPersistentContext(profileFolder, {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", `--remote-debugging-port=${port}`],
  });
});

afterAll(async () => {
  await browser.close();
  rmSync(profileFolder, { recursive: true, force: true });
});

describe.each(["mobile", "desktop"] as const)("Lighthouse, %s", (device) => {
  it("the logged-out page reaches the lowest allowed scores", async () => {
    await expectScores(device);
  });
});

describe("Lighthouse, signed in", () => {
  it("the dashboard of an admin, with two reports, reaches the lowest allowed scores", async () => {
    const admin = await newAdmin();
    for (const type of ["bug", "feature"]) await fileReport(admin, { type });
    const page = await browser.newPage();
    await page.goto(ORIGIN);
    await page.getByLabel("Username").fill(admin.username);
    await page.getByLabel("Password", { exact: true }).fill(admin.password);
    await page.getByRole("button", { name: "Login" }).click();
    await page.getByRole("article").first().waitFor();
    await page.close();
    await expectScores("mobile");
  });
});

async function expectScores(device: "mobile" | "desktop"): Promise<void> {
  const desktopFlags = {
    formFactor: "desktop",
    screenEmulation: { mobile: false, width: 1440, height: 900, disabled: false },
  };
  const result = await lighthouse(`${ORIGIN}/`, {
    port,
    logLevel: "error",
    // Keeps the session of the member who is signed in.
    disableStorageReset: true,
    // The list's listener keeps a connection open. By default, Lighthouse would wait 45 s for the connection's end.
    maxWaitForLoad: 6_000,
    onlyCategories: Object.keys(MIN_SCORES),
    ...(device === "desktop" && (desktopFlags as Flags)),
  });
  const { categories, audits } = result!.lhr;
  const scoreOf = (name: string): number => Math.round((categories[name]?.score ?? 0) * 100);
  const lowCategories = (Object.keys(MIN_SCORES) as Category[]).filter((name) => scoreOf(name) < MIN_SCORES[name]);
  const failedAudits = lowCategories.flatMap((name) =>
    categories[name]!.auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1).map(
      ({ id }) => `${name} ${scoreOf(name)}: ${id}, ${audits[id]!.title}`,
    ),
  );
  expect(failedAudits).toEqual([]);
  expect(lowCategories).toEqual([]);
}
