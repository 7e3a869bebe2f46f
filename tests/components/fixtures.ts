import type { Issue, WireIssue } from "@logbook/domain";
import type { BrowserContext, Page } from "@playwright/test";
import { expectNoViolations } from "../support/axe.ts";
import { logIn } from "../support/page.ts";
import { test as base } from "../support/page-errors.ts";
import type { FakeMember } from "./logbook/data.ts";
import { type FakeApi, startFakeApi } from "./server.ts";

/** A member of the fake logbook. */
export type Person = Pick<FakeMember, "username" | "password"> & { uid: string };

/** A browser window in which a person is signed in. */
export interface SignedInWindow {
  person: Person;
  page: Page;
  /** The page's errors and warnings in the console, in order. */
  log: string[];
}

interface Fixtures {
  member: SignedInWindow;
  admin: SignedInWindow;
  /** Signs a person in, in a new browser window. */
  openAs(person: Person): Promise<SignedInWindow>;
  /** Whether axe checks each window that a test leaves open. Tests that end on a page no user ever sees turn it off. */
  axe: boolean;
  /** Empties the logbook before each test; after it, removes the test's `pageHeaders` and `serviceCalls`. */
  emptyLogbook: undefined;
}

interface WorkerFixtures {
  /** The page's address. */
  origin: string;
  /** One member and one admin for all tests of a worker. */
  actors: { member: Person; admin: Person };
}

let fakeApi: FakeApi;

/** A browser context in which a person is signed in, and its localStorage right after the login. */
interface SignedInContext {
  context: BrowserContext;
  localStorageItems: Record<string, string>;
}

/**
 * The signed-in contexts, by the person's uid. Later tests reuse those of `actors`: with the page's code in the HTTP
 * cache a window opens in a third of the time.
 */
const signedInContexts = new Map<string, SignedInContext>();

/** Opens the page in a new context and logs in. */
async function openAndLogIn(context: BrowserContext, page: Page, person: Person): Promise<void> {
  await page.goto("/");
  await logIn(page, person);
  await page.getByText(`Welcome, ${person.username}!`).waitFor();
  signedInContexts.set(person.uid, { context, localStorageItems: await page.evaluate(() => ({ ...localStorage })) });
}

/**
 * Opens the page in the context of an earlier test. First clears what that test has stored in the browser, except the
 * HTTP cache, and sets localStorage to its items from right after the login.
 */
async function openSignedIn(page: Page, { username }: Person, localStorageItems: Record<string, string>) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Storage.clearDataForOrigin", { origin: fakeApi.origin, storageTypes: "all" });
  await devtools.detach();
  // The browser runs this before the page's own scripts at each load, but the items are needed at the first load only.
  await page.addInitScript((items) => {
    if (sessionStorage.getItem("hasTestItems") === null) Object.assign(localStorage, items);
    sessionStorage.setItem("hasTestItems", "true");
  }, localStorageItems);
  await page.goto("/");
  await page.getByText(`Welcome, ${username}!`).waitFor();
}

/** Whether the page is open and has the browser's own `Date`, not that of Playwright's clock (`page.clock.install`). */
const hasRealClock = (page: Page): Promise<boolean> => page.evaluate(() => !("isFake" in Date)).catch(() => false);

async function checkWithAxe(page: Page): Promise<void> {
  // axe uses timers, which would never end while the test has stopped the clock.
  if (!(await hasRealClock(page))) await page.clock.resume();
  await expectNoViolations(page, "at the end of the test");
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  axe: [true, { option: true }],
  origin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern here
    async ({}, use) => {
      fakeApi = await startFakeApi();
      await use(fakeApi.origin);
      fakeApi.close();
    },
    { scope: "worker" },
  ],
  actors: [
    // Naming the fixture `origin` makes Playwright start the fake API first.
    async ({ origin: _ }, use) => use({ member: newMember("max"), admin: newAdmin("ada") }),
    { scope: "worker" },
  ],
  baseURL: ({ origin }, use) => use(origin),
  emptyLogbook: [
    async ({ actors: { member, admin } }, use) => {
      fakeApi.logbook.empty([member.uid, admin.uid]);
      await use(undefined);
      for (const name of Object.keys(fakeApi.pageHeaders)) delete fakeApi.pageHeaders[name];
      fakeApi.serviceCalls.length = 0;
    },
    { auto: true },
  ],
  page: async ({ page, axe }, use) => {
    await use(page);
    if (axe) await checkWithAxe(page);
  },
  openAs: async ({ browser, contextOptions, axe, actors }, use) => {
    const windows: SignedInWindow[] = [];
    await use(async (person) => {
      const signedIn = signedInContexts.get(person.uid);
      const context = signedIn?.context ?? (await browser.newContext(contextOptions));
      const page = await context.newPage();
      const log: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") log.push(message.text());
      });
      if (signedIn === undefined) await openAndLogIn(context, page, person);
      else await openSignedIn(page, person, signedIn.localStorageItems);
      windows.push({ person, page, log });
      return { person, page, log };
    });
    for (const { page, person } of windows) {
      if (axe && !page.isClosed()) await checkWithAxe(page);
      const context = page.context();
      // Keep the context for later tests only if it has no clock of Playwright's, which cannot be removed again.
      if (Object.values(actors).includes(person) && (await hasRealClock(page))) {
        for (const openPage of context.pages()) await openPage.close();
        await context.setOffline(false);
      } else {
        signedInContexts.delete(person.uid);
        await context.close();
      }
    }
  },
  member: async ({ openAs, actors }, use) => use(await openAs(actors.member)),
  admin: async ({ openAs, actors }, use) => use(await openAs(actors.admin)),
});

let idCount = 0;

/** A short text that no other test uses. */
export const uniqueId = (prefix: string): string => `${prefix}-${Date.now().toString(36)}${(idCount++).toString(36)}`;

function addPerson(username: string, isAdmin: boolean): Person {
  const { id, password } = fakeApi.logbook.addMember(username, "correct horse", { isAdmin });
  return { uid: id, username, password };
}

export const newMember = (username = uniqueId("m")): Person => addPerson(username, false);
export const newAdmin = (username = uniqueId("a")): Person => addPerson(username, true);

/** A new session at the fake API, as after a login with a custom token. */
const sessionOf = ({ uid }: Person) => fakeApi.logbook.sessionOf(`custom:${uid}`)!;

/** Turns an admin into a member without admin rights. */
export function demote(admin: Person): void {
  sessionOf(admin).member.isAdmin = false;
}

/** Calls the fake API as a person, without the page. */
export function call(
  method: string,
  path: string,
  { as, body }: { as: Person; body?: object },
  // biome-ignore lint/suspicious/noExplicitAny: a test may look at any part of a response
): { status: number; body: any } {
  const [pathname = "", query] = path.split("?");
  const apiCall = {
    method,
    path: pathname,
    query: Object.fromEntries(new URLSearchParams(query)),
    body,
    token: sessionOf(as).idToken,
  };
  // A response that is a file has no `body`.
  return { body: undefined, ...fakeApi.logbook.answer(apiCall) };
}

/** Files a report. */
export function fileReport(person: Person, overrides: Record<string, unknown> = {}): WireIssue {
  const body = {
    id: uniqueId("r"),
    type: "bug",
    title: "The login button does nothing",
    description: "See title.",
    ...overrides,
  };
  const response = call("POST", "/api/issues", { as: person, body });
  if (response.status !== 201) throw new Error(`The report was refused: ${JSON.stringify(response.body)}`);
  return response.body.issue as WireIssue;
}

/** Files `count` reports whose titles begin with a new unique word. Returns this word. */
export function fileReportsWithNewWord(person: Person, count: number, overrides: Record<string, unknown> = {}): string {
  const word = uniqueId("w").replace("-", "");
  for (let number = 1; number <= count; number += 1) fileReport(person, { title: `${word} ${number}`, ...overrides });
  return word;
}

/** Overrides a header that firebase.json sets on the page, until the test ends. */
export function setPageHeader(name: string, value: string): void {
  fakeApi.pageHeaders[name] = value;
}

/** The page's requests to Auth, Firestore and Storage in this test. */
export const serviceCalls = () => fakeApi.serviceCalls;

/** Adds an amendment by a call of the API. Returns the amendment's id. */
export const addAmendment = (as: Person, issueId: string, text: string): string =>
  call("POST", "/api/issues/amendment", { as, body: { issueId, text } }).body.amendment.id;

/** Opens a report's page by its address. */
export async function openReport(page: Page, number: WireIssue["number"]): Promise<void> {
  await page.goto(`/?report=${number}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
}

export const storedReport = (id: string): Issue => fakeApi.logbook.reports().find((report) => report.id === id)!;

/** Changes a stored report in a way that no call of the API can. */
export const changeStoredReport = (id: string, changes: Partial<Issue>): Issue =>
  fakeApi.logbook.storeReport({ ...storedReport(id), ...changes });

/** The fake API's data, for changes that no call of the API can make. */
export const logbook = () => fakeApi.logbook;
