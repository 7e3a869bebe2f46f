import type { Page } from "@playwright/test";
import { median } from "../figures/numbers.ts";
import { newRow, type Row } from "../figures/rows.ts";
import { newContext, openPage, type StorageState } from "./page.ts";
import { recordTimings, type TimingTarget } from "./page-timings.ts";
import type { Testbed } from "./testbed.ts";
import { type Visit, visit } from "./visit.ts";

const LOGGED_OUT_TEXT = "This logbook is for members only";
const SEARCH_FIELD = "input[type=search]";
const PRESSED_KEY = "e";
const SEARCH_TIMEOUT_MS = 60_000;

const KINDS = ["loggedOut", "loggedOutStatic", "cold", "warm", "expired", "coldStatic", "warmStatic"] as const;

/**
 * The kinds of visits. `cold`: the HTTP cache is empty, and only the session is stored. `warm`: the next visit in the
 * same browser. `expired`: as `cold`, with expired ID tokens. `…Static`: a page without scripts that has the same text.
 */
type VisitKind = (typeof KINDS)[number];

/** Makes `rounds` visits of each kind, after a warm-up round. Each round has all kinds, for comparable times. */
export async function measureVisits(testbed: Testbed, rounds: number): Promise<Row[]> {
  const { browser, hosting, firestoreHost, firstTitle } = testbed;
  await addStaticPages(testbed);
  const coldState = withoutStoredList(testbed.storageState);
  const dashboard: TimingTarget = { text: firstTitle, field: SEARCH_FIELD };
  await checkInputReady(testbed, coldState, dashboard);
  const loggedOut: TimingTarget = { text: LOGGED_OUT_TEXT, field: "input[type=password]" };
  // The visits of one series are made one after the other in the same browser context.
  const series: { kinds: VisitKind[]; path: string; target: TimingTarget; storageState?: StorageState }[] = [
    { kinds: ["loggedOut"], path: "/", target: loggedOut },
    { kinds: ["loggedOutStatic"], path: "/static/logged-out.html", target: { ...loggedOut, field: null } },
    { kinds: ["cold", "warm"], path: "/", target: dashboard, storageState: coldState },
    { kinds: ["coldStatic", "warmStatic"], path: "/static/dashboard.html", target: { ...dashboard, field: null } },
    { kinds: ["expired"], path: "/", target: dashboard, storageState: withExpiredTokens(coldState) },
  ];
  const visits = Object.fromEntries(KINDS.map((kind) => [kind, [] as Visit[]])) as Record<VisitKind, Visit[]>;
  // Round 0 is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    testbed.log(`visits of the page, round ${round} of ${rounds}`);
    for (const { kinds, path, target, storageState } of series) {
      const context = await newContext(browser, storageState);
      for (const kind of kinds) {
        const finishedVisit = await visit(context, hosting.origin + path, target, firestoreHost);
        if (round > 0) visits[kind].push(finishedVisit);
      }
      await context.close();
    }
  }
  return visitRows(visits, testbed.reportCount);
}

/**
 * The rows of the visits. A size has a goal in KiB or KB. A time has a limit, and its goal is a ratio, time ÷ limit. The
 * limit is the time until a static page with the same text is painted; for 'ready for input', until the list is visible.
 */
function visitRows(visits: Record<VisitKind, Visit[]>, reports: number): Row[] {
  const medianOf = (kind: VisitKind, field: keyof Visit): number => median(visits[kind].map((visit) => visit[field]));
  const timeRow = (figure: string, value: number, limit: number, goal: number): Row =>
    newRow({ figure, reports, value, limit, goal });
  const kibRow = (figure: string, bytes: number, goal: number): Row =>
    newRow({ figure, reports, value: bytes / 1024, unit: "KiB", goal });
  const kbRow = (figure: string, bytes: number, goal: number | null): Row =>
    newRow({ figure, reports, value: bytes / 1000, unit: "KB", goal });

  const paint = (kind: VisitKind): number => medianOf(kind, "largestPaintMs");
  const textVisible = (kind: VisitKind): number => medianOf(kind, "textVisibleMs");
  return [
    kibRow("logged-out page: JavaScript before it can be used, brotli", medianOf("loggedOut", "scriptBytes"), 90),
    kibRow("dashboard: JavaScript before it can be used, brotli", medianOf("cold", "scriptBytes"), 115),
    kbRow("dashboard: all bytes of a visit without the live listener's", medianOf("cold", "bytesWithoutListener"), 190),
    kbRow("dashboard: all bytes of a visit", medianOf("cold", "allBytes"), null),
    timeRow("largest contentful paint, logged out", paint("loggedOut"), paint("loggedOutStatic"), 1.2),
    timeRow("largest contentful paint, dashboard, cold", paint("cold"), paint("coldStatic"), 1.4),
    timeRow("largest contentful paint, dashboard, warm", paint("warm"), paint("warmStatic"), 1.1),
    timeRow("list visible, cold", textVisible("cold"), paint("coldStatic"), 1.3),
    timeRow("list visible, warm", textVisible("warm"), paint("warmStatic"), 0.6),
    timeRow("list visible, cold, token expired", textVisible("expired"), paint("coldStatic"), 2.3),
    timeRow("page ready for input ÷ list visible, cold", medianOf("cold", "inputReadyMs"), textVisible("cold"), 1.8),
  ];
}

/** Adds the logged-out page and the dashboard, both without scripts, to Hosting. Their times are the limits. */
async function addStaticPages({ browser, hosting, firestoreHost, dashboardHtml }: Testbed): Promise<void> {
  const context = await newContext(browser);
  const { page } = await openPage(context, "full speed", firestoreHost);
  await page.goto(hosting.origin);
  await page.getByLabel("Username").waitFor();
  hosting.addPage("/static/logged-out.html", await withoutScripts(page, await page.content()));
  hosting.addPage("/static/dashboard.html", await withoutScripts(page, dashboardHtml));
  await context.close();
}

/** Removes scripts and their preloads from HTML. */
function withoutScripts(page: Page, html: string): Promise<string> {
  return page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "text/html");
    const selector = "script, link[rel=modulepreload], link[rel=preload][as=script], link[rel=preload][as=fetch]";
    for (const element of parsed.querySelectorAll(selector)) element.remove();
    return `<!doctype html>${parsed.documentElement.outerHTML}`;
  }, html);
}

/** Removes the stored copy of the list that the page has shown last. */
function withoutStoredList(storageState: StorageState): StorageState {
  const origins = storageState.origins.map(({ origin, localStorage }) => ({
    origin,
    localStorage: localStorage.filter(({ name }) => name !== "logbook.list"),
  }));
  return { ...storageState, origins };
}

/** Sets the stored times at which ID tokens expire, of the page and of Firebase Auth, to 1970. */
function withExpiredTokens(storageState: StorageState): StorageState {
  const expire = (value: string): string => value.replace(/"(until|expirationTime)":\d+/, '"$1":0');
  const origins = storageState.origins.map(({ origin, localStorage }) => ({
    origin,
    localStorage: localStorage.map(({ name, value }) => ({ name, value: expire(value) })),
  }));
  // Without the page's own time of expiry, the visits would measure a valid session.
  const hasExpired = origins.some(({ localStorage }) => localStorage.some(({ value }) => value.includes('"until":0')));
  if (!hasExpired) throw new Error("The stored session has no time of expiry.");
  return { ...storageState, origins };
}

/** Throws unless a key that is pressed at the time `inputReadyMs`, on the slow connection, starts a search. */
async function checkInputReady(
  { browser, hosting, firestoreHost }: Testbed,
  storageState: StorageState,
  target: TimingTarget,
): Promise<void> {
  const context = await newContext(browser, storageState);
  const { page } = await openPage(context, "slow connection", firestoreHost);
  await page.addInitScript(recordTimings, target);
  const searchSent = page.waitForRequest(
    (request) => new URL(request.url()).searchParams.get("search") === PRESSED_KEY,
    { timeout: SEARCH_TIMEOUT_MS },
  );
  await page.goto(hosting.origin, { waitUntil: "commit" });
  await page.waitForFunction(() => window.benchTimings?.inputReadyMs, null, { polling: "raf" });
  await page.locator(SEARCH_FIELD).focus();
  await page.keyboard.press(PRESSED_KEY);
  await searchSent.catch(() => {
    throw new Error("A key pressed when the page was ready for input started no search, so the figure is wrong.");
  });
  await context.close();
}
