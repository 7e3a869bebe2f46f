import { randomUUID } from "node:crypto";
import { type Browser, chromium } from "@playwright/test";
import { seed } from "../data/seed.ts";
import { type Environment, FUNCTIONS_FOLDER } from "../harness/environment.ts";
import { productionEnv, startFramework } from "../harness/functions-framework.ts";
import { saveSnapshot } from "../harness/snapshot-job.ts";
import { readHeaderRules } from "./hosting-headers.ts";
import { type HostingServer, startHostingServer } from "./hosting-server.ts";
import { newContext, openPage, type Speed, type StorageState } from "./page.ts";

/** The servers, the browser, and a member who has signed in. */
export interface Testbed extends Environment {
  reportCount: number;
  hosting: HostingServer;
  browser: Browser;
  /** The data that the member's browser has stored. */
  storageState: StorageState;
  /** The HTML of the dashboard, and the title of its first report. */
  dashboardHtml: string;
  firstTitle: string;
  /** Calls the API as the member, without Hosting in front of it. With a body it sends a POST. */
  callApi<T>(path: string, body?: object): Promise<T>;
}

/** Writes reports, signs a member in, and runs the function, Hosting and Chromium until `work` has ended. */
export async function withTestbed<T>(
  environment: Environment,
  reportCount: number,
  work: (testbed: Testbed) => Promise<T>,
): Promise<T> {
  const { authHost, firestoreHost, storageHost, projectId, pageFolder, chromium: executablePath, log } = environment;
  log(`writing ${reportCount.toLocaleString("en")} reports`);
  const documentsUrl = `http://${firestoreHost}/emulator/v1/projects/${projectId}/databases/(default)/documents`;
  await sendRequest(documentsUrl, { method: "DELETE" });
  await seed(projectId, reportCount);
  // The Auth emulator accepts any key.
  const env = { ...process.env, ...productionEnv(projectId, environment), WEB_API_KEY: "fake-api-key" };
  // Without a snapshot the first list of 100,000 reports takes longer than the page waits.
  log(await saveSnapshot(env));
  const api = await startFramework({ source: FUNCTIONS_FOLDER, env });
  const headerRules = readHeaderRules([authHost, firestoreHost, storageHost].map((host) => `http://${host}`));
  const hosting = await startHostingServer({ pageFolder, headerRules, apiPort: api.port });
  const browser = await chromium.launch({
    executablePath,
    args: ["--disable-gpu", `--ignore-certificate-errors-spki-list=${hosting.keyFingerprint}`],
    // At these signals the command first stops the suite.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  try {
    const apiOrigin = `http://127.0.0.1:${api.port}`;
    const member = await signIn(browser, hosting.origin, apiOrigin, firestoreHost);
    return await work({ ...environment, ...member, reportCount, hosting, browser });
  } finally {
    await browser.close();
    await hosting.close();
    await api.stop();
  }
}

/** Registers a member with the API and signs them in on the page. */
async function signIn(browser: Browser, pageOrigin: string, apiOrigin: string, firestoreHost: string) {
  const username = `bench-${randomUUID().slice(0, 8)}`;
  const password = "correct horse";
  const headers = { "content-type": "application/json" };
  const registration = { method: "POST", headers, body: JSON.stringify({ username, password }) };
  await sendRequest(`${apiOrigin}/api/auth/register`, registration);
  const context = await newContext(browser);
  const { page, requests } = await openPage(context, "full speed", firestoreHost);
  await page.goto(pageOrigin);
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  const firstCard = page.getByRole("article").first();
  await firstCard.waitFor();
  await requests.waitUntilIdle();
  const storedToken = await page.evaluate(() => localStorage.getItem("logbook.token"));
  const { idToken } = JSON.parse(storedToken!) as { idToken: string };
  const member = {
    storageState: await context.storageState(),
    firstTitle: (await firstCard.getByRole("heading").first().textContent()) ?? "",
    dashboardHtml: await page.content(),
    async callApi<T>(path: string, body?: object): Promise<T> {
      const authorization = `Bearer ${idToken}`;
      const post = { method: "POST", headers: { ...headers, authorization }, body: JSON.stringify(body) };
      return JSON.parse(await sendRequest(apiOrigin + path, body ? post : { headers: { authorization } })) as T;
    },
  };
  await context.close();
  return member;
}

/** Opens the dashboard as the member in a new browser context, and waits until everything has loaded. */
export async function openDashboard({ browser, hosting, firestoreHost, storageState }: Testbed, speed: Speed) {
  const { page, requests } = await openPage(await newContext(browser, storageState), speed, firestoreHost);
  await page.addInitScript(installWhenPainted);
  await page.goto(hosting.origin);
  await page.getByRole("article").first().waitFor();
  await requests.waitUntilIdle();
  return page;
}

declare global {
  interface Window {
    /** Resolves with the time when the first frame in which `isShown` has been painted. Rejects after 30 s. */
    whenPainted(isShown: () => boolean): Promise<number>;
  }
}

/** Runs in the page before its own scripts. */
function installWhenPainted(): void {
  window.whenPainted = (isShown) =>
    new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error("The page did not show within 30 s what the bench waits for.")), 30_000);
      const checkFrame = (): void => {
        if (!isShown()) {
          requestAnimationFrame(checkFrame);
          return;
        }
        // The browser paints after this callback. The message arrives after the paint.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      };
      requestAnimationFrame(checkFrame);
    });
}

/** Sends a request. Throws unless the response has a 2xx status. */
async function sendRequest(url: string, options: RequestInit): Promise<string> {
  const response = await fetch(url, options);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return text;
}
