/** The running suite, as the page's figures need it. Hosts are `host:port`. */
export interface BrowserEnvironment {
  firestoreHost: string;
  authHost: string;
  storageHost: string;
  projectId: string;
  /** The folder of the built page, with the suite's configuration in it. */
  pageFolder: string;
  /** The path of a Chromium. */
  chromium: string;
  /** Whether to make fewer visits and searches, with at most 10,000 reports. */
  quick: boolean;
  /** Prints progress. */
  log(text: string): void;
}
