import { expect, type Page } from "@playwright/test";
import { call, type Person } from "../support/actors.ts";
import { FIRESTORE } from "../support/suite.ts";

/* The tests of live updates share these helpers. */

/** The URLs that Firestore's listener requests. */
export const LISTENER_URLS = `${FIRESTORE}/google.firestore.v1.Firestore/Listen/channel**`;

/** Waits until the page has connected its listener, since its start or since the last `forgetListener`. */
export const waitForListener = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => /Listen.channel/.test(name)));

/** Forgets the recorded connections, so that `waitForListener` waits for the next one. */
export const forgetListener = (page: Page) => page.evaluate(() => performance.clearResourceTimings());

export const showNewButton = (page: Page, count: number) =>
  page.getByRole("button", { name: `${count} new – show`, exact: true });
export const lostConnectionMessage = (page: Page) => page.getByText("Live updates pause.");
export const focusWindow = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("focus")));

/** Makes the page believe that its window is hidden or visible. */
export const setVisibility = (page: Page, state: "hidden" | "visible") =>
  page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

export const amend = async (as: Person, issueId: string, text: string) => {
  const { status } = await call("POST", "/api/issues/amendment", { as, body: { issueId, text } });
  expect(status).toBe(201);
};
