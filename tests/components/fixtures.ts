import type { WireIssue } from "@logbook/domain";
import type { BrowserContext, Page } from "@playwright/test";
import { expectNoViolations } from "../support/axe.ts";
import { logIn } from "../support/page.ts";
import { test as base } from "../support/page-errors.ts";
import type { FakeMember } from "./logbook.ts";
import { type FakeApi, startFakeApi } from "./server.ts";

/** A member of the fake logbook. */
export type Person = Pick<FakeMember, "username" | "password"> & { uid: string };

/** A person who is signed in in a window of their own. */
export interface Window {
  person: Person;
  page: Page;
  /** The page's errors and warnings in the console, in order. */
  log: string[];
}

interface Fixtures {
  /** A window in which a member is signed in. */
  member: Window;
  /** A window in which an admin is signed in. */
  admin: Window;
  /** Opens a window for a person. */
  open(person: Person): Promise<Window>;
  /** Whether axe checks every window that a test leaves open; off for tests that end on a page no user ever sees. */
  axe: boolean;
  emptyLogbook: undefined;
}

/** The fake API of this worker. */
let fake: FakeApi;

/** The items of localStorage right after somebody has signed in. */
type SignedInItems = Record<string, string>;

/**
 * Browser contexts in which a person has signed in, by uid. Later tests reuse those of `actors`: with the page's code
 * in the browser's cache a window opens in a third of the time. All other data of a context is cleared first.
 */
const contexts = new Map<string, { context: BrowserContext; items: SignedInItems }>();

/** Opens the page in a new context and signs the person in. */
async function signInFirst(context: BrowserContext, page: Page, person: Person): Promise<void> {
  await page.goto("/");
  await logIn(page, person);
  await page.getByText(`Welcome, ${person.username}!`).waitFor();
  contexts.set(person.uid, { context, items: await page.evaluate(() => ({ ...localStorage })) });
}

/** Opens the page in a context where the person has signed in before, with localStorage as right after that sign-in. */
async function openAgain(page: Page, person: Person, items: SignedInItems): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Storage.clearDataForOrigin", { origin: fake.origin, storageTypes: "all" });
  await devtools.detach();
  // This runs before the page's own scripts, and does nothing when the test loads the page again.
  await page.addInitScript((items) => {
    if (sessionStorage.getItem("test") === null) Object.assign(localStorage, items);
    sessionStorage.setItem("test", "open");
  }, items);
  await page.goto("/");
  await page.getByText(`Welcome, ${person.username}!`).waitFor();
}

/** Whether the page has the browser's clock. Playwright's clock, once installed, stays in the whole context. */
const hasRealClock = (page: Page): Promise<boolean> =>
  // Only this property tells the two clocks apart: as a string, Playwright's Date looks like the browser's.
  page.evaluate(() => !("isFake" in Date)).catch(() => false);

/** Checks a page with axe at the end of its test. */
async function checkAtEnd(page: Page): Promise<void> {
  // With a stopped clock axe would wait for ever.
  if (!(await hasRealClock(page))) await page.clock.resume();
  await expectNoViolations(page, "at the end of the test");
}

export const test = base.extend<Fixtures, { origin: string; actors: { member: Person; admin: Person } }>({
  axe: [true, { option: true }],
  origin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern here
    async ({}, use) => {
      fake = await startFakeApi();
      await use(fake.origin);
      fake.close();
    },
    { scope: "worker" },
  ],
  actors: [
    async ({ origin: _ }, use) => use({ member: newMember("max"), admin: newAdmin("ada") }),
    { scope: "worker" },
  ],
  baseURL: ({ origin }, use) => use(origin),
  emptyLogbook: [
    async ({ actors: { member, admin } }, use) => {
      fake.logbook.empty([member.uid, admin.uid]);
      await use(undefined);
      for (const name of Object.keys(fake.pageHeaders)) delete fake.pageHeaders[name];
      fake.serviceCalls.length = 0;
    },
    { auto: true },
  ],
  page: async ({ page, axe }, use) => {
    await use(page);
    if (axe) await checkAtEnd(page);
  },
  open: async ({ browser, contextOptions, axe, actors }, use) => {
    const windows: Window[] = [];
    await use(async (person) => {
      const known = contexts.get(person.uid);
      const context = known?.context ?? (await browser.newContext(contextOptions));
      const page = await context.newPage();
      const log: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") log.push(message.text());
      });
      if (known === undefined) await signInFirst(context, page, person);
      else await openAgain(page, person, known.items);
      windows.push({ person, page, log });
      return { person, page, log };
    });
    for (const { page, person } of windows) {
      if (axe && !page.isClosed()) await checkAtEnd(page);
      const context = page.context();
      if (Object.values(actors).includes(person) && (await hasRealClock(page))) {
        for (const openPage of context.pages()) await openPage.close();
        await context.setOffline(false);
      } else {
        contexts.delete(person.uid);
        await context.close();
      }
    }
  },
  member: async ({ open, actors }, use) => use(await open(actors.member)),
  admin: async ({ open, actors }, use) => use(await open(actors.admin)),
});

let idCount = 0;

/** A short text that no other test uses. */
export const uniqueId = (prefix: string): string => `${prefix}-${Date.now().toString(36)}${(idCount++).toString(36)}`;

/** Creates a member. */
export function newMember(username = uniqueId("m"), isAdmin = false): Person {
  const { id, password } = fake.logbook.addMember(username, "correct horse", isAdmin);
  return { uid: id, username, password };
}

export const newAdmin = (username = uniqueId("a")): Person => newMember(username, true);

/** Calls the fake API as a person, without the page. */
export function call(
  method: string,
  path: string,
  { as, body }: { as: Person; body?: object },
  // biome-ignore lint/suspicious/noExplicitAny: a test may look at any part of a response
): { status: number; body: any } {
  const [pathname = "", query] = path.split("?");
  const { idToken } = fake.logbook.sessionOf(`custom:${as.uid}`)!;
  const request = {
    method,
    path: pathname,
    query: Object.fromEntries(new URLSearchParams(query)),
    body,
    token: idToken,
  };
  return { body: undefined, ...fake.logbook.answer(request) };
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

/** Files `count` reports whose titles begin with a new unique word; returns that word. */
export function fileReports(person: Person, count: number, overrides: Record<string, unknown> = {}): string {
  const word = uniqueId("w").replace("-", "");
  for (let number = 1; number <= count; number += 1) fileReport(person, { title: `${word} ${number}`, ...overrides });
  return word;
}

/** Overrides a header that firebase.json sets on the page, for the rest of the test. */
export function setPageHeader(name: string, value: string): void {
  fake.pageHeaders[name] = value;
}

/** The page's requests to Auth, Firestore and Storage in this test. */
export const serviceCalls = () => fake.serviceCalls;

/** The logbook in memory, for changes that no call of the API can make. */
export const logbook = () => fake.logbook;
