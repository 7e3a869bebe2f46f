import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Locator, Page } from "@playwright/test";
import { inRoot } from "../../suite/command-line/paths.ts";
import { SAMPLE_ACCOUNTS, type SampleName } from "../../suite/data/sample/accounts.ts";
import { DESKTOP } from "../support/browser.ts";
import { logIn } from "../support/page.ts";

const FOLDER = inRoot("docs", "pictures");

/** A phone's window, with twice the pixels so that its picture stays sharp when shown small. */
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

interface WindowOptions {
  phone?: boolean;
  dark?: boolean;
  height?: number;
  /** The page's clock stands at this time. */
  time?: number;
}

/** Opens windows of the sample members and takes their pictures. */
export interface Studio {
  /**
   * Closes the last window and opens one at `address`, for this member, who is logged in, or for a visitor if `name` is
   * `null`.
   */
  open(name: SampleName | null, options?: WindowOptions, address?: string): Promise<Page>;
  /** Writes a picture of the window, or of the part around some elements. */
  take(picture: string, page: Page, ...around: Locator[]): Promise<void>;
}

/** `now` is the time of all pages, so that 'two hours ago' is the same in each run. */
export async function openStudio(browser: Browser, url: string, now: number): Promise<Studio> {
  mkdirSync(FOLDER, { recursive: true });
  let lastContext: BrowserContext | undefined;
  const storageStates = new Map<SampleName, Awaited<ReturnType<BrowserContext["storageState"]>>>();

  return {
    async open(name, { phone, dark, height = DESKTOP.viewport.height, time = now } = {}, address = "/") {
      const storageState = name === null ? undefined : storageStates.get(name);
      await lastContext?.close();
      const context = await browser.newContext({
        ...(phone ? PHONE : { viewport: { ...DESKTOP.viewport, height } }),
        ...(storageState && { storageState }),
        baseURL: url,
        colorScheme: dark ? "dark" : "light",
        locale: "en-GB",
        timezoneId: "UTC",
      });
      lastContext = context;
      // On a busy machine the emulator takes long to start another process of the API.
      context.setDefaultTimeout(120_000);
      await context.clock.setFixedTime(time);
      const page = await context.newPage();
      await page.goto(name !== null && storageState === undefined ? "/" : address);
      if (name === null) return page;
      if (storageState === undefined) {
        await logIn(page, SAMPLE_ACCOUNTS.find(({ username }) => username === name)!);
        await page.getByText(`Welcome, ${name}!`).waitFor();
        await page.getByRole("article").first().waitFor();
        storageStates.set(name, await context.storageState({ indexedDB: true }));
        await page.goto(address);
      }
      await page.getByText(`Welcome, ${name}!`).waitFor();
      if (address === "/") await page.locator("html[data-first=hydrated]").waitFor();
      return page;
    },

    async take(picture, page, ...around) {
      await page.evaluate(() => document.fonts.ready);
      const clip = around.length === 0 ? {} : { clip: await clipAround(page, around) };
      const png = await page.screenshot({ animations: "disabled", ...clip });
      writeFileSync(join(FOLDER, `${picture}.png`), png);
      console.log(`  ${picture}.png, ${Math.round(png.length / 1024)} KiB`);
    },
  };
}

const MARGIN = 8;

/** The rectangle around elements, with a margin, inside the window, and as wide as the page's content. */
async function clipAround(page: Page, around: readonly Locator[]) {
  await around[0]!.evaluate((element) => element.scrollIntoView({ block: "nearest" }));
  const boxes = await Promise.all(around.map(async (element) => (await element.boundingBox())!));
  const main = (await page.getByRole("main").boundingBox())!;
  const { width, height } = page.viewportSize()!;
  const left = Math.max(0, Math.min(main.x, ...boxes.map(({ x }) => x - MARGIN)));
  const top = Math.max(0, Math.min(...boxes.map(({ y }) => y)) - MARGIN);
  const right = Math.min(width, Math.max(main.x + main.width, ...boxes.map((box) => box.x + box.width + MARGIN)));
  const bottom = Math.min(height, Math.max(...boxes.map((box) => box.y + box.height)) + MARGIN);
  return { x: left, y: top, width: right - left, height: bottom - top };
}
