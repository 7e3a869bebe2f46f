import type { WireIssue } from "@logbook/domain";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { type DocumentData, FieldValue } from "firebase-admin/firestore";
import * as actors from "../support/actors.ts";
import { expectNoNewViolations } from "../support/axe.ts";
import { serveFunctions } from "../support/functions-process.ts";
import { cardOf, logIn, search } from "../support/page.ts";
import { test as base } from "../support/page-errors.ts";
import { patient } from "../support/patience.ts";
import { db, FIRESTORE, PROJECT, uniqueId } from "../support/suite.ts";
import { type PageServer, startPageServer } from "./server.ts";

export type { Person } from "../support/actors.ts";
export { uniqueId } from "../support/suite.ts";

type Person = actors.Person;

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
  /** Empties the logbook before each test; after it, removes the test's `pageHeaders`. */
  emptyLogbook: undefined;
}

interface WorkerFixtures {
  /** The page's address. */
  origin: string;
  /** One member and one admin for all tests of a worker. */
  actors: { member: Person; admin: Person };
  initialDocuments: { path: string; data: DocumentData }[];
}

let server: PageServer;

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
  await devtools.send("Storage.clearDataForOrigin", { origin: server.origin, storageTypes: "all" });
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
  // A test may end with a reload: until the list is there, the page has a header without a heading.
  const isLoading = page.locator("html[data-first=member]");
  await isLoading.waitFor({ state: "detached", timeout: patient(5_000) }).catch(() => undefined);
  await expectNoNewViolations(page, "at the end of the test");
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  origin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern here
    async ({}, use) => {
      // The members page has the setting of a chat. The functions that send to it run only in tests that start them.
      const api = await serveFunctions({ env: { LOGBOOK_CHAT: "discord" } });
      server = await startPageServer(api.origin);
      await use(server.origin);
      await server.close();
      await api.stop();
    },
    { scope: "worker" },
  ],
  actors: [
    // Naming the fixture `origin` makes Playwright start the API first.
    async ({ origin: _ }, use) => {
      // After a failed test a new worker uses the same suite, in which the names are taken.
      await deleteAllDocuments();
      await use({ member: await newMember("max"), admin: await newAdmin("ada") });
    },
    { scope: "worker" },
  ],
  baseURL: ({ origin }, use) => use(origin),
  /** The documents that the logbook has before each test: the members of `actors`, their names, and the board. */
  initialDocuments: [
    async ({ actors: _ }, use) => {
      const collections = await db.listCollections();
      const snapshots = await Promise.all(collections.map((collection) => collection.get()));
      await use(snapshots.flatMap(({ docs }) => docs.map((doc) => ({ path: doc.ref.path, data: doc.data() }))));
    },
    { scope: "worker" },
  ],
  emptyLogbook: [
    async ({ initialDocuments }, use) => {
      await deleteAllDocuments();
      const batch = db.batch();
      for (const { path, data } of initialDocuments) batch.set(db.doc(path), data);
      await batch.commit();
      await use(undefined);
      for (const name of Object.keys(server.pageHeaders)) delete server.pageHeaders[name];
    },
    { auto: true },
  ],
  page: async ({ page }, use) => {
    await use(page);
    await checkWithAxe(page);
  },
  openAs: async ({ browser, contextOptions, actors }, use) => {
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
      if (!page.isClosed()) await checkWithAxe(page);
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

function deleteAllDocuments(): Promise<Response> {
  const url = `${FIRESTORE}/emulator/v1/projects/${PROJECT}/databases/(default)/documents`;
  return fetch(url, { method: "DELETE" });
}

export const newMember = (username?: string): Promise<Person> => actors.registerAt(server.origin, username);
export const newAdmin = async (username?: string): Promise<Person> => actors.makeAdmin(await newMember(username));

/** Turns an admin into a member without admin rights. */
export const demote = ({ uid }: Person) => db.doc(`members/${uid}`).update({ isAdmin: false });

/** Calls the API as a person, without the page. Throws if the API refuses the call. */
export async function call(method: string, path: string, options: { as: Person; body?: object }) {
  const response = await actors.call(method, path, { ...options, origin: server.origin });
  if (response.status >= 400)
    throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(response.body)}`);
  return response;
}

export const fileReport = (person: Person, overrides?: Record<string, unknown>): Promise<WireIssue> =>
  actors.fileReport(person, overrides, server.origin);

/** Files a report and searches for it. Returns also the report's card and the card's text box for an amendment. */
export async function fileAndSearch(
  page: Page,
  person: Person,
  overrides?: Record<string, unknown>,
): Promise<{ id: string; title: string; card: Locator; amendmentBox: Locator }> {
  const title = uniqueId("Card");
  const { id } = await fileReport(person, { title, ...overrides });
  await search(page, title);
  const card = cardOf(page, title);
  return { id, title, card, amendmentBox: card.getByRole("textbox", { name: "Amendment" }) };
}

/** Files `count` reports whose titles begin with a new unique word. Returns this word. */
export async function fileReportsWithNewWord(
  person: Person,
  count: number,
  overrides: Record<string, unknown> = {},
): Promise<string> {
  const word = uniqueId("w").replaceAll("-", "");
  for (let number = 1; number <= count; number += 1)
    await fileReport(person, { title: `${word} ${number}`, ...overrides });
  return word;
}

/** Overrides a header that firebase.json sets on the page, until the test ends. */
export function setPageHeader(name: string, value: string): void {
  server.pageHeaders[name] = value;
}

/** Adds an amendment by a call of the API. Returns the amendment's id. */
export async function addAmendment(
  as: Person,
  issueId: string,
  text: string,
  attachments: readonly object[] = [],
): Promise<string> {
  return (await call("POST", "/api/issues/amendment", { as, body: { issueId, text, attachments } })).body.amendment.id;
}

/** Opens a report's page by its address. */
export async function openReport(page: Page, number: WireIssue["number"]): Promise<void> {
  await page.goto(`/?report=${number}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** The fields of a stored report; its amendments as a list, the oldest first. */
export async function storedReport(id: string): Promise<DocumentData & { amendments: DocumentData[] }> {
  const data = (await db.doc(`issues/${id}`).get()).data()!;
  const amendments = Object.values<DocumentData>(data.amendments);
  return { ...data, amendments: amendments.sort((a, b) => a.createdAt.toMillis() - b.createdAt.toMillis()) };
}

/** Stores status events in a report's history, one each minute before now, the newest by member `0`. */
export async function storeEvents(issueId: string, count: number): Promise<void> {
  const batch = db.batch();
  for (let index = 0; index < count; index += 1)
    batch.create(db.collection("history").doc(), {
      ...{ issueId, kind: "status", from: "OPEN", to: "IN_PROGRESS", by: "somebody", byName: `m-${index}` },
      at: new Date(Date.now() - (index + 1) * 60_000),
    });
  await batch.commit();
}

/** Changes a stored report in a way that no call of the API can. The board tells the API to read all reports again. */
export async function changeStoredReport(id: string, changes: Record<string, unknown>): Promise<void> {
  const now = FieldValue.serverTimestamp();
  const batch = db.batch();
  batch.update(db.doc(`issues/${id}`), changes);
  batch.update(db.doc("boards/main"), {
    revision: FieldValue.increment(1),
    changedAt: now,
    rereadAt: now,
    issueId: id,
  });
  await batch.commit();
}

/** Everything in the browser's database of drafts. Opening a database that does not exist would create it. */
export const readDraftDatabase = (page: Page): Promise<Record<string, unknown>[]> =>
  page.evaluate(async () => {
    if ((await indexedDB.databases()).every(({ name }) => name !== "logbook.drafts")) return [];
    return new Promise((resolve) => {
      const openRequest = indexedDB.open("logbook.drafts");
      openRequest.onsuccess = () => {
        const database = openRequest.result;
        const readRequest = database.transaction("drafts").objectStore("drafts").getAll();
        readRequest.onsuccess = () => {
          database.close();
          resolve(readRequest.result);
        };
      };
    });
  });
