import type { Sought } from "./probe.ts";
import { checkReady } from "./ready-check.ts";
import { type SignedIn, type Stage, VIEWPORT } from "./stage.ts";
import { staticPage } from "./static-page.ts";
import { type Stored, withExpiredTokens, withoutText } from "./stored-session.ts";
import { type Visit, visit } from "./visit.ts";

const COVER: Sought = { text: "This logbook is for members only", field: "input[type=password]" };
const SEARCH_BOX = "input[type=search]";
const EXPIRED_FOR_HOURS = 2;

const KINDS = ["cover", "coverLimit", "cold", "warm", "expired", "coldLimit", "warmLimit"] as const;
type Kind = (typeof KINDS)[number];

/** All visits of each kind, in the order of the rounds. A limit is the static page of the same text. */
export type Visits = Record<Kind, Visit[]>;

/**
 * Visits the page in every way, `rounds` times, each round beside its static pages; one more round before them warms up
 * Chromium and the function. Cold: an empty HTTP cache, and nothing kept but what sign-in keeps. Warm: the second visit
 * of the same browser.
 */
export async function visitPages(stage: Stage, { stored, html, title }: SignedIn, rounds: number): Promise<Visits> {
  const { browser, front, world } = stage;
  front.put("/static/dashboard.html", staticPage(html));
  front.put("/static/cover.html", staticPage(await coverMarkup(stage)));
  const list: Sought = { text: title, field: SEARCH_BOX };
  const cold = withoutText(stored, title);
  await checkReady(stage, cold, list);
  const expired = withExpiredTokens(cold, EXPIRED_FOR_HOURS);

  const visits = Object.fromEntries(KINDS.map((kind) => [kind, [] as Visit[]])) as Visits;
  for (let round = 0; round <= rounds; round += 1) {
    const inOneBrowser = async (kinds: Kind[], path: string, sought: Sought, storageState?: Stored): Promise<void> => {
      const context = await browser.newContext({ viewport: VIEWPORT, ...(storageState && { storageState }) });
      for (const kind of kinds) {
        const url = front.origin + path;
        const done = await visit(context, { url, sought, streamHost: world.firestoreHost, isStatic: path !== "/" });
        if (round > 0) visits[kind].push(done);
      }
      await context.close();
    };
    world.note(`the page, visit ${round} of ${rounds}`);
    await inOneBrowser(["cover"], "/", COVER);
    await inOneBrowser(["coverLimit"], "/static/cover.html", COVER);
    await inOneBrowser(["cold", "warm"], "/", list, cold);
    await inOneBrowser(["coldLimit", "warmLimit"], "/static/dashboard.html", list);
    await inOneBrowser(["expired"], "/", list, expired);
  }
  return visits;
}

async function coverMarkup({ browser, front }: Stage): Promise<string> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  await page.goto(front.origin);
  await page.getByLabel("Username").waitFor();
  const html = await page.content();
  await context.close();
  return html;
}
