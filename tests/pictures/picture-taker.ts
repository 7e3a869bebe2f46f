import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Locator, Page } from "@playwright/test";
import { inRoot } from "../../suite/command-line/paths.ts";
import { SAMPLE_ACCOUNTS, type SampleName } from "../../suite/data/sample/accounts.ts";
import { DESKTOP } from "../support/browser.ts";
import { hideServerTime, logIn } from "../support/page.ts";

const FOLDER = inRoot("docs", "pictures");

/** A phone's window, with twice the pixels, so that the picture is sharp where a document shows it smaller. */
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

interface WindowOptions {
  isPhone?: boolean;
  isDark?: boolean;
  height?: number;
  /** The time at which the page's clock stands still. */
  time?: number;
}

/** Opens windows of the sample members and takes their pictures. */
export interface PictureTaker {
  /** Closes the last window. Opens one at `address`, for the member `name`, or for a visitor if `name` is `null`. */
  openWindow(name: SampleName | null, options?: WindowOptions, address?: string): Promise<Page>;
  /** Writes a picture of the window, or of the part of the window around some elements. */
  takePicture(fileName: string, page: Page, ...elements: Locator[]): Promise<void>;
}

/** `now` is the time of all pages without a `time` of their own, so that '2 h ago' is the same in each run. */
export async function createPictureTaker(browser: Browser, url: string, now: number): Promise<PictureTaker> {
  mkdirSync(FOLDER, { recursive: true });
  let lastContext: BrowserContext | undefined;
  const storageStates = new Map<SampleName, Awaited<ReturnType<BrowserContext["storageState"]>>>();

  return {
    async openWindow(name, { isPhone, isDark, height = DESKTOP.viewport.height, time = now } = {}, address = "/") {
      const storageState = name === null ? undefined : storageStates.get(name);
      for (const page of lastContext?.pages() ?? []) await page.unrouteAll({ behavior: "ignoreErrors" });
      await lastContext?.close();
      const context = await browser.newContext({
        ...(isPhone ? PHONE : { viewport: { ...DESKTOP.viewport, height } }),
        ...(storageState && { storageState }),
        baseURL: url,
        colorScheme: isDark ? "dark" : "light",
        locale: "en-GB",
        timezoneId: "UTC",
      });
      lastContext = context;
      // On a busy machine the emulator takes long to start another process of the API.
      context.setDefaultTimeout(120_000);
      await context.clock.setFixedTime(time);
      const page = await context.newPage();
      // The page's clock counts, not the server's.
      await hideServerTime(page);
      const needsLogin = name !== null && storageState === undefined;
      await page.goto(needsLogin ? "/" : address);
      if (name === null) return page;
      if (needsLogin) {
        await logIn(page, SAMPLE_ACCOUNTS.find(({ username }) => username === name)!);
        await page.getByText(`Welcome, ${name}!`).waitFor();
        await page.getByRole("article").first().waitFor();
        storageStates.set(name, await context.storageState({ indexedDB: true }));
        await page.goto(address);
      }
      await page.getByText(`Welcome, ${name}!`).waitFor();
      // The list is visible before React has hydrated it. At other addresses the callers wait for what they need.
      if (address === "/") await page.locator("html[data-first=hydrated]").waitFor();
      return page;
    },

    async takePicture(fileName, page, ...elements) {
      await page.evaluate(() => document.fonts.ready);
      const clip = elements.length === 0 ? {} : { clip: await clipAround(page, elements) };
      const png = await page.screenshot({ animations: "disabled", ...clip });
      writeFileSync(join(FOLDER, `${fileName}.png`), png);
      console.log(`  ${fileName}.png, ${Math.round(png.length / 1024)} KiB`);
    },
  };
}

/** Moves the mouse pointer into a corner, so that no element looks hovered in the picture. */
export const movePointerAway = (page: Page): Promise<void> => page.mouse.move(0, 0);

const MARGIN = 8;

/**
 * The rectangle around elements, with a margin, inside the window, and at least as wide as the page's content, which a
 * dialog hides from roles.
 */
async function clipAround(page: Page, elements: readonly Locator[]) {
  await elements[0]!.evaluate((element) => element.scrollIntoView({ block: "nearest" }));
  const boxes = await Promise.all(elements.map(async (element) => (await element.boundingBox())!));
  const content = (await page.locator("main:visible").boundingBox())!;
  const { width, height } = page.viewportSize()!;
  const left = Math.max(0, Math.min(content.x, ...boxes.map(({ x }) => x - MARGIN)));
  const top = Math.max(0, Math.min(...boxes.map(({ y }) => y)) - MARGIN);
  const right = Math.min(width, Math.max(content.x + content.width, ...boxes.map((box) => box.x + box.width + MARGIN)));
  const bottom = Math.min(height, Math.max(...boxes.map((box) => box.y + box.height)) + MARGIN);
  return { x: left, y: top, width: right - left, height: bottom - top };
}
