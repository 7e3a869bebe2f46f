/** The running suite, and how much the bench measures. Hosts are `host:port`. */
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
  /** The numbers of reports in the server's logbooks, in ascending order. */
  sizes: readonly number[];
  /** Whether to make fewer requests, visits and searches, which only shows that everything works. */
  quick: boolean;
  log(text: string): void;
}
