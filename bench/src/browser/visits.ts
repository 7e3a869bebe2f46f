import { recordTimings, type TimingTarget } from "./page-timings.ts";
import { staticPage } from "./static-page.ts";
import { type StoredSession, withExpiredTokens, withoutText } from "./stored-session.ts";
import { type MemberSession, type Testbed, VIEWPORT } from "./testbed.ts";
import { openThrottledPage, SLOW_CONNECTION, type Visit, visit } from "./visit.ts";

const LOGGED_OUT_TARGET: TimingTarget = {
  text: "This logbook is for members only",
  field: "input[type=password]",
};
const SEARCH_FIELD = "input[type=search]";
const EXPIRED_FOR_HOURS = 2;
const READY_KEY = "e";
const READY_TIMEOUT_MS = 60_000;

const KINDS = ["loggedOut", "loggedOutLimit", "cold", "warm", "expired", "coldLimit", "warmLimit"] as const;
type Kind = (typeof KINDS)[number];

/** All visits of each kind, in order. The limits are visits of a page without scripts that has the same text. */
export type Visits = Record<Kind, Visit[]>;

/**
 * Makes `rounds` visits of each kind, after a warm-up round. Each round has all kinds, so that their ratios can be
 * compared. A cold visit has an empty HTTP cache and only a stored session; a warm visit follows in the same browser. An
 * expired visit is a cold one with expired ID tokens.
 */
export async function visitPages(testbed: Testbed, session: MemberSession, rounds: number): Promise<Visits> {
  const { browser, hosting, environment } = testbed;
  hosting.addPage("/static/dashboard.html", staticPage(session.html));
  hosting.addPage("/static/logged-out.html", staticPage(await loggedOutHtml(testbed)));
  const dashboardTarget: TimingTarget = { text: session.title, field: SEARCH_FIELD };
  const coldSession = withoutText(session.stored, session.title);
  const expiredSession = withExpiredTokens(coldSession, EXPIRED_FOR_HOURS);
  await checkReady(testbed, coldSession, dashboardTarget);
  // The visits of each entry are made one after the other in one browser.
  const plan: { kinds: Kind[]; path: string; target: TimingTarget; storageState?: StoredSession }[] = [
    { kinds: ["loggedOut"], path: "/", target: LOGGED_OUT_TARGET },
    { kinds: ["loggedOutLimit"], path: "/static/logged-out.html", target: LOGGED_OUT_TARGET },
    { kinds: ["cold", "warm"], path: "/", target: dashboardTarget, storageState: coldSession },
    { kinds: ["coldLimit", "warmLimit"], path: "/static/dashboard.html", target: dashboardTarget },
    { kinds: ["expired"], path: "/", target: dashboardTarget, storageState: expiredSession },
  ];
  const visits = Object.fromEntries(KINDS.map((kind) => [kind, [] as Visit[]])) as Visits;
  for (let round = 0; round <= rounds; round += 1) {
    environment.log(`visits of the page, round ${round} of ${rounds}`);
    for (const { kinds, path, target, storageState } of plan) {
      const context = await browser.newContext({ viewport: VIEWPORT, storageState });
      for (const kind of kinds) {
        const options = { url: hosting.origin + path, target, streamHost: environment.firestoreHost };
        const finishedVisit = await visit(context, { ...options, isStatic: path !== "/" });
        if (round > 0) visits[kind].push(finishedVisit);
      }
      await context.close();
    }
  }
  return visits;
}

async function loggedOutHtml({ browser, hosting }: Testbed): Promise<string> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  await page.goto(hosting.origin);
  await page.getByLabel("Username").waitFor();
  const html = await page.content();
  await context.close();
  return html;
}

/** Throws unless a key pressed at the time `ready`, on the slow connection, starts a search. */
async function checkReady(
  { browser, hosting, environment }: Testbed,
  storageState: StoredSession,
  target: TimingTarget,
): Promise<void> {
  const context = await browser.newContext({ viewport: VIEWPORT, storageState });
  const { page } = await openThrottledPage(context, SLOW_CONNECTION, environment.firestoreHost);
  await page.addInitScript(recordTimings, target);
  const search = page.waitForRequest((request) => new URL(request.url()).searchParams.get("search") === READY_KEY, {
    timeout: READY_TIMEOUT_MS,
  });
  await page.goto(hosting.origin, { waitUntil: "commit" });
  await page.waitForFunction(() => window.benchTimings?.ready, null, { polling: "raf" });
  await page.locator(target.field).focus();
  await page.keyboard.press(READY_KEY);
  await search.catch(() => {
    throw new Error("A key pressed when the page was ready for input started no search, so the figure is wrong.");
  });
  await context.close();
}
