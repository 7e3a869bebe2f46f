import { fileURLToPath } from "node:url";

/** The running suite, and how much the bench measures. Each host is `host:port`. */
export interface Environment {
  firestoreHost: string;
  authHost: string;
  storageHost: string;
  /** The project of the page's logbook. */
  projectId: string;
  /** The folder of the built page, with the suite's configuration in it. */
  pageFolder: string;
  /** The path of a Chromium; empty if only the server is measured. */
  chromium: string;
  /** The sizes of the logbooks with which the server is measured, as numbers of reports in ascending order. */
  reportCounts: readonly number[];
  /** Whether to make so few requests, visits and searches that the run only shows that everything works. */
  isQuick: boolean;
  /** The folder for CPU profiles of the measured functions; `null` without --profile. */
  profileFolder: string | null;
  log(text: string): void;
}

/** A path from the root of the checkout. */
export const inCheckout = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

export const FUNCTIONS_FOLDER = inCheckout("functions/dist");
