import { readFileSync } from "node:fs";
import { type Browser, chromium } from "@playwright/test";
import { seed, withFirestore } from "../data/seed.ts";
import type { Environment } from "../harness/environment.ts";
import { productionEnv, startFramework } from "../harness/functions-framework.ts";
import { PATHS } from "../harness/modules.ts";
import { createCertificate } from "./certificate.ts";
import { type HeaderRule, widenPolicy } from "./hosting-headers.ts";
import { type HostingServer, startHostingServer } from "./hosting-server.ts";
import { type Member, registerMember, signIn } from "./members.ts";
import type { StorageState } from "./storage-state.ts";
import { recordTraffic } from "./traffic.ts";
import { openThrottledPage, type Throttling, waitUntilIdle } from "./visit.ts";

/** The servers, the browser and the member with which the page is measured. */
export interface Testbed {
  environment: Environment;
  reportCount: number;
  hosting: HostingServer;
  /** The origin of the function without Hosting in front of it. */
  apiOrigin: string;
  browser: Browser;
  member: Member;
}

const CHROMIUM_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** The size of the window in every measurement, in pixels. */
export const VIEWPORT = { width: 1440, height: 900 };

/** Writes reports, registers a member, and runs the function, Hosting and Chromium until `work` has ended. */
export async function withTestbed<T>(
  environment: Environment,
  reportCount: number,
  work: (testbed: Testbed) => Promise<T>,
): Promise<T> {
  const { authHost, firestoreHost, storageHost, pageFolder, chromium: executablePath } = environment;
  await resetReports(environment, reportCount);
  const api = await startApi(environment);
  const emulatorOrigins = [authHost, firestoreHost, storageHost].map((host) => `http://${host}`);
  const headerRules = widenPolicy(readHeaderRules(), emulatorOrigins);
  const certificate = await createCertificate();
  const hosting = await startHostingServer({ pageFolder, headerRules, apiPort: api.port, certificate });
  const browser = await chromium.launch({
    executablePath,
    args: [...CHROMIUM_ARGS, `--ignore-certificate-errors-spki-list=${certificate.fingerprint}`],
  });
  try {
    const apiOrigin = `http://127.0.0.1:${api.port}`;
    const member = await registerMember(apiOrigin, authHost);
    return await work({ environment, reportCount, hosting, apiOrigin, browser, member });
  } finally {
    await browser.close();
    await hosting.close();
    await api.stop();
  }
}

function startApi(environment: Environment) {
  const { projectId, firestoreHost, authHost, storageHost } = environment;
  const env = {
    ...process.env,
    ...productionEnv(projectId, firestoreHost, storageHost),
    FIREBASE_AUTH_EMULATOR_HOST: authHost,
    // The Auth emulator accepts any key.
    WEB_API_KEY: "fake-api-key",
  };
  return startFramework({ source: PATHS.realFunction, env });
}

/** Deletes everything in the project's Firestore and writes this many reports. */
async function resetReports({ firestoreHost, projectId, log }: Environment, reportCount: number): Promise<void> {
  log(`writing ${reportCount.toLocaleString("en")} reports`);
  const documentsUrl = `http://${firestoreHost}/emulator/v1/projects/${projectId}/databases/(default)/documents`;
  const response = await fetch(documentsUrl, { method: "DELETE" });
  if (!response.ok) throw new Error(`Firestore could not be emptied: ${response.status} ${await response.text()}`);
  await withFirestore(projectId, (db) => seed(db, reportCount));
}

function readHeaderRules(): HeaderRule[] {
  const file = new URL("../../../firebase.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { hosting: { headers: HeaderRule[] } }).hosting.headers;
}

/** A signed-in member: the browser's stored data, and the dashboard's HTML with the title of its first report. */
export interface MemberSession {
  storageState: StorageState;
  dashboardHtml: string;
  firstTitle: string;
}

/** Signs in and returns the browser's stored data for later visits. */
export async function recordSession({ browser, hosting, member, environment }: Testbed): Promise<MemberSession> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  const traffic = await recordTraffic(await context.newCDPSession(page), environment.firestoreHost);
  await signIn(page, hosting.origin, member);
  await waitUntilIdle(traffic);
  const firstTitle = await page.getByRole("article").first().getByRole("heading").first().textContent();
  const session = {
    storageState: await context.storageState({ indexedDB: true }),
    dashboardHtml: await page.content(),
    firstTitle: firstTitle ?? "",
  };
  await context.close();
  return session;
}

/** Opens the dashboard of a signed-in member in a new browser context, and waits until everything has loaded. */
export async function openDashboard(testbed: Testbed, { storageState }: MemberSession, throttling: Throttling) {
  const { browser, hosting, environment } = testbed;
  const context = await browser.newContext({ viewport: VIEWPORT, storageState });
  const { page, traffic } = await openThrottledPage(context, throttling, environment.firestoreHost);
  await page.goto(hosting.origin);
  await page.getByRole("article").first().waitFor();
  await waitUntilIdle(traffic);
  return page;
}
