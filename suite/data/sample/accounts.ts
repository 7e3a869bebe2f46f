/** The accounts of the sample data, in local suites only. */
export const SAMPLE_ACCOUNTS = [
  { username: "ada", password: "logbook-ada", isAdmin: true },
  { username: "max", password: "logbook-max", isAdmin: false },
  { username: "mia", password: "logbook-mia", isAdmin: false },
] as const;
export type SampleName = (typeof SAMPLE_ACCOUNTS)[number]["username"];
