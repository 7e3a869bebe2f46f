/** The accounts of the sample data; for the local suite only. */
export const SAMPLE_ACCOUNTS = [
  { username: "ada", password: "logbook-ada", isAdmin: true },
  { username: "max", password: "logbook-max", isAdmin: false },
  { username: "mia", password: "logbook-mia", isAdmin: false },
] as const;
export type SampleName = (typeof SAMPLE_ACCOUNTS)[number]["username"];
