/** The running suite, as the server's figures need it. Hosts are `host:port`. */
export interface ServerEnvironment {
  firestoreHost: string;
  storageHost: string;
  /** The numbers of reports in the measured logbooks, in ascending order. */
  sizes: readonly number[];
  /** Whether to send fewer requests, which only shows that everything works. */
  quick: boolean;
  /** Prints progress. */
  log(text: string): void;
}
