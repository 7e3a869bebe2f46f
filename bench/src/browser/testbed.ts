import { readFileSync } from "node:fs";
import { type Browser, chromium } from "@playwright/test";
import { createCertificate } from "./certificate.ts";
import type { BrowserEnvironment } from "./environment.ts";
import { serveFunction } from "./function-server.ts";
import { type HeaderRule, widenPolicy } from "./hosting-headers.ts";
import { type HostingServer, startHostingServer } from "./hosting-server.ts";
import { type Member, registerMember, signIn } from "./members.ts";
import { fill } from "./reset-reports.ts";
import type { Stored } from "./stored-session.ts";
import { recordTraffic } from "./traffic.ts";
import { waitUntilIdle } from "./visit.ts";

/** Everything a figure of the page is measured with. */
export interface Testbed {
  environment: BrowserEnvironment;
  hosting: HostingServer;
  /** The function itself, behind the hosting. */
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
 * Fills Firestore with this many reports, starts the function, the hosting before it and Chromium, registers a member,
 * and ends all of it when the work is done.
 */
export async function withTestbed<T>(
  environment: BrowserEnvironment,
  reports: number,
  work: (testbed: Testbed) => Promise<T>,
): Promise<T> {
  await fill(environment, reports);
  const api = await serveFunction(environment);
  const emulators = [environment.authHost, environment.firestoreHost, environment.storageHost].map(
    (host) => `http://${host}`,
  );
  const rules = widenPolicy(hostingHeaders(), emulators);
  const identity = await createCertificate();
  const hosting = await startHostingServer({ pageFolder: environment.pageFolder, rules, apiPort: api.port, identity });
  const browser = await chromium.launch({
    executablePath: environment.chromium,
    args: [...ARGS, `--ignore-certificate-errors-spki-list=${identity.fingerprint}`],
  });
  try {
    const apiOrigin = `http://127.0.0.1:${api.port}`;
    return await work({
      environment,
      hosting,
      apiOrigin,
      browser,
      member: await registerMember(apiOrigin, environment.authHost),
    });
  } finally {
    await browser.close();
    await hosting.close();
    await api.stop();
  }
}

function hostingHeaders(): HeaderRule[] {
  const file = new URL("../../../firebase.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { hosting: { headers: HeaderRule[] } }).hosting.headers;
}

/** A member signed in: what their browser keeps, the dashboard's markup, and the title of the first report in it. */
export interface MemberSession {
  stored: Stored;
  html: string;
  title: string;
}

/** Signs the member in through the page and waits until that has settled. */
export async function signInOnce({ browser, hosting, member, environment }: Testbed): Promise<MemberSession> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  const traffic = await recordTraffic(await context.newCDPSession(page), environment.firestoreHost);
  await signIn(page, hosting.origin, member);
  await waitUntilIdle(traffic);
  const title = await page.getByRole("article").first().getByRole("heading").first().textContent();
  const result = {
    stored: await context.storageState({ indexedDB: true }),
    html: await page.content(),
    title: title ?? "",
  };
  await context.close();
  return result;
}
