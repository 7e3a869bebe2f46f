import type { Person } from "../data/seed.ts";
import { ADMIN, MEMBER } from "../data/seed.ts";
import type { Serving } from "../served/serve.ts";
import type { TokenIssuer } from "../served/tokens.ts";

/** The running suite as the server's figures need it. Hosts are `host:port`. */
export interface ServerWorld {
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
  /** How its functions are served. */
  serving: Serving;
  memberToken: string;
  adminToken: string;
}

/** The logbook of this many reports; the project does not exist yet. */
export function logbookOf(reports: number, { firestoreHost, storageHost }: ServerWorld, issuer: TokenIssuer): Logbook {
  const projectId = `demo-logbook-bench-${reports}`;
  return {
    projectId,
    reports,
    serving: { projectId, firestoreHost, storageHost, keysAt: issuer.keysAt },
    memberToken: token(MEMBER),
    adminToken: token(ADMIN),
  };

  function token(person: Person): string {
    return issuer.idToken(projectId, person);
  }
}

/** A list's address: its first page unless the query says otherwise. */
export function listAddress(query: Record<string, string | number> = {}): string {
  const parts = Object.entries({ page: 1, pageSize: 10, ...query }).map(([name, value]) => [name, String(value)]);
  return `/api/issues?${new URLSearchParams(Object.fromEntries(parts))}`;
}

/** The three views that are measured. */
export function viewsOf({ reports }: Logbook): Record<"first page" | "deep page" | "filtered", string> {
  return {
    "first page": listAddress(),
    "deep page": listAddress({ page: Math.max(1, Math.floor((reports / 10) * 0.9)) }),
    filtered: listAddress({ page: 2, type: "bug", status: "OPEN", priority: "HIGH" }),
  };
}
