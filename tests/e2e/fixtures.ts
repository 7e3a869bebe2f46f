import type { BrowserContext, Locator, Page } from "@playwright/test";
import { fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { cardOf, logIn, search } from "../support/page.ts";
import { test as base } from "../support/page-errors.ts";

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
}

interface WorkerFixtures {
  /** One member and one admin for all tests of a worker. */
  actors: { member: Person; admin: Person };
}

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** The browser's storage right after a person's first login, by uid. The person's later windows start with it. */
const storageStates = new Map<string, StorageState>();

export const test = base.extend<Fixtures, WorkerFixtures>({
  actors: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern here
    async ({}, use) => use({ member: await newMember(), admin: await newAdmin() }),
    { scope: "worker" },
  ],
  openAs: async ({ browser, contextOptions }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (person) => {
      const storageState = storageStates.get(person.uid);
      const context = await browser.newContext({ ...contextOptions, ...(storageState && { storageState }) });
      contexts.push(context);
      const page = await context.newPage();
      const log: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") log.push(message.text());
      });
      await page.goto("/");
      if (storageState === undefined) await logIn(page, person);
      await page.getByText(`Welcome, ${person.username}!`).waitFor();
      if (storageState === undefined) storageStates.set(person.uid, await context.storageState());
      return { person, page, log };
    });
    for (const context of contexts) await context.close();
  },
  member: async ({ openAs, actors }, use) => use(await openAs(actors.member)),
  admin: async ({ openAs, actors }, use) => use(await openAs(actors.admin)),
});

/** Files `count` reports whose titles begin with a new unique word. Returns this word. */
export async function fileReportsWithNewWord(
  person: Person,
  count: number,
  overrides: Record<string, unknown> = {},
): Promise<string> {
  const word = `w${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
  const titles = Array.from({ length: count }, (_, index) => `${word} ${index + 1}`);
  // Google's emulator of the functions starts a process for each concurrent request, so send only four at a time.
  while (titles.length > 0)
    await Promise.all(titles.splice(0, 4).map((title) => fileReport(person, { title, ...overrides })));
  return word;
}

/** Files a report and searches for it. Returns the report's card and the card's text box for an amendment. */
export async function fileAndSearch(page: Page, person: Person): Promise<{ card: Locator; amendmentBox: Locator }> {
  const word = await fileReportsWithNewWord(person, 1);
  await search(page, word);
  const card = cardOf(page, word);
  return { card, amendmentBox: card.getByRole("textbox", { name: "Amendment" }) };
}
