/** The running suite as the browser's figures need it. Hosts are `host:port`; `pageFolder` holds the built page with its data block filled. */
export interface BrowserEnvironment {
  firestoreHost: string;
  authHost: string;
  storageHost: string;
  projectId: string;
  pageFolder: string;
  /** The path of a Chromium. */
  chromium: string;
  /** Fewer visits and searches, and no more than 10,000 reports. */
  quick: boolean;
  /** Told how far it is, in a few words. */
  log(text: string): void;
}
