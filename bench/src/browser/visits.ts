import type { ProbeTarget } from "./page-timings.ts";
import { checkReady } from "./ready-check.ts";
import { staticPage } from "./static-page.ts";
import { type Stored, withExpiredTokens, withoutText } from "./stored-session.ts";
import { type MemberSession, type Testbed, VIEWPORT } from "./testbed.ts";
import { type Visit, visit } from "./visit.ts";

const LOGGED_OUT: ProbeTarget = { text: "This logbook is for members only", field: "input[type=password]" };
const SEARCH_BOX = "input[type=search]";
const EXPIRED_FOR_HOURS = 2;

const KINDS = ["loggedOut", "loggedOutLimit", "cold", "warm", "expired", "coldLimit", "warmLimit"] as const;
type Kind = (typeof KINDS)[number];

/** All visits of each kind, in the order of the rounds. A limit is the static page of the same text. */
export type Visits = Record<Kind, Visit[]>;

/**
 * Visits the page in every way, `rounds` times, each round beside its static pages; one more round before them warms up
 * Chromium and the function. Cold: an empty HTTP cache, and nothing kept but what sign-in keeps. Warm: the second visit
 * of the same browser.
 */
export async function visitPages(
  testbed: Testbed,
  { stored, html, title }: MemberSession,
  rounds: number,
): Promise<Visits> {
  const { browser, hosting, environment } = testbed;
  hosting.put("/static/dashboard.html", staticPage(html));
  hosting.put("/static/loggedOut.html", staticPage(await loggedOutHtml(testbed)));
  const list: ProbeTarget = { text: title, field: SEARCH_BOX };
  const cold = withoutText(stored, title);
  await checkReady(testbed, cold, list);
  const expired = withExpiredTokens(cold, EXPIRED_FOR_HOURS);

  const visits = Object.fromEntries(KINDS.map((kind) => [kind, [] as Visit[]])) as Visits;
  for (let round = 0; round <= rounds; round += 1) {
    const inOneBrowser = async (
      kinds: Kind[],
      path: string,
      target: ProbeTarget,
      storageState?: Stored,
    ): Promise<void> => {
      const context = await browser.newContext({ viewport: VIEWPORT, ...(storageState && { storageState }) });
      for (const kind of kinds) {
        const url = hosting.origin + path;
        const done = await visit(context, {
          url,
          target,
          streamHost: environment.firestoreHost,
          isStatic: path !== "/",
        });
        if (round > 0) visits[kind].push(done);
      }
      await context.close();
    };
    environment.log(`the page, visit ${round} of ${rounds}`);
    await inOneBrowser(["loggedOut"], "/", LOGGED_OUT);
    await inOneBrowser(["loggedOutLimit"], "/static/loggedOut.html", LOGGED_OUT);
    await inOneBrowser(["cold", "warm"], "/", list, cold);
    await inOneBrowser(["coldLimit", "warmLimit"], "/static/dashboard.html", list);
    await inOneBrowser(["expired"], "/", list, expired);
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
