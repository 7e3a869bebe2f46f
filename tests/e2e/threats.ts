import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";

/* The tests of threats share these helpers. */

export const uniqueTitle = (): string => `Threat ${randomUUID().slice(0, 8)}`;

/** An origin that the page must never request. */
export const EVIL = "https://evil.example";

interface Attacks {
  /** Requests to `EVIL`, which were aborted. */
  requestedUrls: string[];
  /** One message for each run of an attacker's code, which opens a dialog or calls `ran`. */
  executions: string[];
}

export const NO_ATTACKS: Attacks = { requestedUrls: [], executions: [] };

/** Records the attacks on a page from now on, and prevents them from having an effect. */
export async function recordAttacks(page: Page): Promise<Attacks> {
  const attacks: Attacks = { requestedUrls: [], executions: [] };
  await page.route(`${EVIL}/**`, (route) => {
    attacks.requestedUrls.push(route.request().url());
    return route.abort();
  });
  page.on("dialog", (dialog) => {
    attacks.executions.push(dialog.message());
    void dialog.dismiss();
  });
  await page.exposeFunction("ran", (message: string) => attacks.executions.push(message));
  return attacks;
}
