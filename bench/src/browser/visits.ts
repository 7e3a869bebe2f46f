import { recordTimings, type TimingTarget } from "./page-timings.ts";
import { staticPage } from "./static-page.ts";
import { type StorageState, withExpiredTokens, withoutText } from "./storage-state.ts";
import { type MemberSession, type Testbed, VIEWPORT } from "./testbed.ts";
import { openThrottledPage, SLOW_CONNECTION, type Visit, visit } from "./visit.ts";

const LOGGED_OUT_TARGET: TimingTarget = {
  text: "This logbook is for members only",
  field: "input[type=password]",
};
const SEARCH_FIELD = "input[type=search]";
const EXPIRED_FOR_HOURS = 2;
const PRESSED_KEY = "e";
const SEARCH_TIMEOUT_MS = 60_000;

const KINDS = ["loggedOut", "loggedOutStatic", "cold", "warm", "expired", "coldStatic", "warmStatic"] as const;

/**
 * The kinds of visits. `cold`: the HTTP cache is empty, and only the session is stored. `warm`: the next visit in the
 * same browser. `expired`: as `cold`, with expired ID tokens. `…Static`: a page without scripts that has the same text.
 */
export type VisitKind = (typeof KINDS)[number];

/** All visits of each kind, in order. */
export type Visits = Record<VisitKind, Visit[]>;

/** Makes `rounds` visits of each kind, after a warm-up round. Each round has all kinds, for comparable times. */
export async function visitPages(testbed: Testbed, session: MemberSession, rounds: number): Promise<Visits> {
  const { browser, hosting, environment } = testbed;
  hosting.addPage("/static/dashboard.html", staticPage(session.dashboardHtml));
  hosting.addPage("/static/logged-out.html", staticPage(await readLoggedOutHtml(testbed)));
  const dashboardTarget: TimingTarget = { text: session.firstTitle, field: SEARCH_FIELD };
  // Removes the stored list, which contains the first report's title.
  const coldState = withoutText(session.storageState, session.firstTitle);
  const expiredState = withExpiredTokens(coldState, EXPIRED_FOR_HOURS);
  await checkInputReady(testbed, coldState, dashboardTarget);
  // The visits of one series are made one after the other in the same browser context.
  const series: { kinds: VisitKind[]; path: string; target: TimingTarget; storageState?: StorageState }[] = [
    { kinds: ["loggedOut"], path: "/", target: LOGGED_OUT_TARGET },
    { kinds: ["loggedOutStatic"], path: "/static/logged-out.html", target: LOGGED_OUT_TARGET },
    { kinds: ["cold", "warm"], path: "/", target: dashboardTarget, storageState: coldState },
    { kinds: ["coldStatic", "warmStatic"], path: "/static/dashboard.html", target: dashboardTarget },
    { kinds: ["expired"], path: "/", target: dashboardTarget, storageState: expiredState },
  ];
  const visits = Object.fromEntries(KINDS.map((kind) => [kind, [] as Visit[]])) as Visits;
  // Round 0 is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    environment.log(`visits of the page, round ${round} of ${rounds}`);
    for (const { kinds, path, target, storageState } of series) {
      const context = await browser.newContext({ viewport: VIEWPORT, storageState });
      for (const kind of kinds) {
        const options = { url: hosting.origin + path, target, listenerHost: environment.firestoreHost };
        const finishedVisit = await visit(context, { ...options, isStatic: path.startsWith("/static/") });
        if (round > 0) visits[kind].push(finishedVisit);
      }
      await context.close();
    }
  }
  return visits;
}

async function readLoggedOutHtml({ browser, hosting }: Testbed): Promise<string> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  await page.goto(hosting.origin);
  await page.getByLabel("Username").waitFor();
  const html = await page.content();
  await context.close();
  return html;
}

/** Throws unless a key that is pressed at the time `inputReadyMs`, on the slow connection, starts a search. */
async function checkInputReady(
  { browser, hosting, environment }: Testbed,
  storageState: StorageState,
  target: TimingTarget,
): Promise<void> {
  const context = await browser.newContext({ viewport: VIEWPORT, storageState });
  const { page } = await openThrottledPage(context, SLOW_CONNECTION, environment.firestoreHost);
  await page.addInitScript(recordTimings, target);
  const searchSent = page.waitForRequest(
    (request) => new URL(request.url()).searchParams.get("search") === PRESSED_KEY,
    { timeout: SEARCH_TIMEOUT_MS },
  );
  await page.goto(hosting.origin, { waitUntil: "commit" });
  await page.waitForFunction(() => window.benchTimings?.inputReadyMs, null, { polling: "raf" });
  await page.locator(target.field).focus();
  await page.keyboard.press(PRESSED_KEY);
  await searchSent.catch(() => {
    throw new Error("A key pressed when the page was ready for input started no search, so the figure is wrong.");
  });
  await context.close();
}
