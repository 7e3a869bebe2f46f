import type { SeedMember } from "../data/seed.ts";
import { ADMIN, MEMBER } from "../data/seed.ts";
import type { FunctionOptions } from "../harness/function-process.ts";
import type { TokenIssuer } from "../harness/id-tokens.ts";

/** The running suite as the server's figures need it. Hosts are `host:port`. */
export interface ServerEnvironment {
  firestoreHost: string;
  storageHost: string;
  /** How many reports the measured logbooks hold, in rising order. */
  sizes: readonly number[];
  /** Fewer requests: enough to see that everything works. */
  quick: boolean;
  /** Told how far it is, in a few words. */
  note(text: string): void;
}

/** A logbook with so many reports, in a project of its own, and two tokens for it. */
export interface Logbook {
  projectId: string;
  reports: number;
  /** How its functions are functionProcess. */
  functionOptions: FunctionOptions;
  memberToken: string;
  adminToken: string;
}

/** The logbook of this many reports; the project does not exist yet. */
export function defineLogbook(reports: number, { firestoreHost, storageHost }: ServerEnvironment, issuer: TokenIssuer): Logbook {
  const projectId = `demo-logbook-bench-${reports}`;
  return {
    projectId,
    reports,
    functionOptions: { projectId, firestoreHost, storageHost, keysUrl: issuer.keysUrl },
    memberToken: token(MEMBER),
    adminToken: token(ADMIN),
  };

  function token(person: SeedMember): string {
    return issuer.idToken(projectId, person);
  }
}

/** A list's address: its first page unless the query says otherwise. */
export function listPath(query: Record<string, string | number> = {}): string {
  const parts = Object.entries({ page: 1, pageSize: 10, ...query }).map(([name, value]) => [name, String(value)]);
  return `/api/issues?${new URLSearchParams(Object.fromEntries(parts))}`;
}

/** The three views that are measured. */
export function viewPaths({ reports }: Logbook): Record<"first page" | "deep page" | "filtered", string> {
  return {
    "first page": listPath(),
    "deep page": listPath({ page: Math.max(1, Math.floor((reports / 10) * 0.9)) }),
    filtered: listPath({ page: 2, type: "bug", status: "OPEN", priority: "HIGH" }),
  };
}
