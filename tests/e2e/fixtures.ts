import type { BrowserContext, Page } from "@playwright/test";
import { fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { logIn } from "../support/page.ts";
import { test as base } from "../support/page-errors.ts";

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
  /** Opens a window for a person; after the first sign-in, later windows start with the stored session. */
  open(person: Person): Promise<Window>;
}

type State = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** The browser storage of users who have signed in once; later windows start with it. */
const storageStates = new Map<string, State>();

export const test = base.extend<Fixtures, { actors: { member: Person; admin: Person } }>({
  actors: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern here
    async ({}, use) => use({ member: await newMember(), admin: await newAdmin() }),
    { scope: "worker" },
  ],
  open: async ({ browser, contextOptions }, use) => {
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
  member: async ({ open, actors }, use) => use(await open(actors.member)),
  admin: async ({ open, actors }, use) => use(await open(actors.admin)),
});

/** Files `count` reports whose titles begin with a new unique word; returns that word. */
export async function fileReports(
  person: Person,
  count: number,
  overrides: Record<string, unknown> = {},
): Promise<string> {
  const word = `w${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
  // The emulator starts a process for each concurrent request, which takes long on a busy machine.
  for (let start = 0; start < count; start += 4)
    await Promise.all(
      Array.from({ length: Math.min(4, count - start) }, (_, offset) =>
        fileReport(person, { title: `${word} ${start + offset + 1}`, ...overrides }),
      ),
    );
  return word;
}
