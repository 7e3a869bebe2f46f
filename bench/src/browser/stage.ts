import { readFileSync } from "node:fs";
import { type Browser, chromium } from "@playwright/test";
import { createCertificate } from "./certificate.ts";
import { fill } from "./fill.ts";
import { type Front, startFront } from "./front.ts";
import { serveFunction } from "./function-server.ts";
import { type HeaderRule, widenPolicy } from "./hosting-headers.ts";
import { type Member, registerMember, signIn } from "./people.ts";
import type { Stored } from "./stored-session.ts";
import { recordTraffic } from "./traffic.ts";
import { quiet } from "./visit.ts";
import type { BrowserWorld } from "./world.ts";

/** Everything a figure of the page is measured with. */
export interface Stage {
  world: BrowserWorld;
  front: Front;
  /** The function itself, behind the front. */
  apiOrigin: string;
  browser: Browser;
  member: Member;
}

const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** The size of the window in every measurement. */
export const VIEWPORT = { width: 1440, height: 900 };

/**
 * Fills Firestore with this many reports, starts the function, the front before it and Chromium, registers a member,
 * and ends all of it when the work is done.
 */
export async function onStage<T>(world: BrowserWorld, reports: number, work: (stage: Stage) => Promise<T>): Promise<T> {
  await fill(world, reports);
  const api = await serveFunction(world);
  const emulators = [world.authHost, world.firestoreHost, world.storageHost].map((host) => `http://${host}`);
  const rules = widenPolicy(hostingHeaders(), emulators);
  const identity = await createCertificate();
  const front = await startFront({ pageFolder: world.pageFolder, rules, apiPort: api.port, identity });
  const browser = await chromium.launch({
    executablePath: world.chromium,
    args: [...ARGS, `--ignore-certificate-errors-spki-list=${identity.fingerprint}`],
  });
  try {
    const apiOrigin = `http://127.0.0.1:${api.port}`;
    return await work({ world, front, apiOrigin, browser, member: await registerMember(apiOrigin, world.authHost) });
  } finally {
    await browser.close();
    await front.close();
    await api.stop();
  }
}

function hostingHeaders(): HeaderRule[] {
  const file = new URL("../../../firebase.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { hosting: { headers: HeaderRule[] } }).hosting.headers;
}

/** A member signed in: what their browser keeps, the dashboard's markup, and the title of the first report in it. */
export interface SignedIn {
  stored: Stored;
  html: string;
  title: string;
}

/** Signs the member in through the page and waits until that has settled. */
export async function signInOnce({ browser, front, member, world }: Stage): Promise<SignedIn> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  const traffic = await recordTraffic(await context.newCDPSession(page), world.firestoreHost);
  await signIn(page, front.origin, member);
  await quiet(traffic);
  const title = await page.getByRole("article").first().getByRole("heading").first().textContent();
  const result = {
    stored: await context.storageState({ indexedDB: true }),
    html: await page.content(),
    title: title ?? "",
  };
  await context.close();
  return result;
}
