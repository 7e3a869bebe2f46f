import { ADMIN, MEMBER, type SeedMember } from "../data/seed.ts";
import type { FunctionOptions } from "../harness/function-process.ts";
import type { TokenIssuer } from "../harness/id-tokens.ts";
import type { ServerEnvironment } from "./environment.ts";

/** A logbook of a certain size in a project of its own, with two ID tokens for it. */
export interface Logbook {
  projectId: string;
  reports: number;
  functionOptions: FunctionOptions;
  memberToken: string;
  adminToken: string;
}

/** Chooses project and tokens for a logbook with this many reports. `seedLogbook` writes them. */
export function defineLogbook(reports: number, environment: ServerEnvironment, issuer: TokenIssuer): Logbook {
  const { firestoreHost, storageHost } = environment;
  const projectId = `demo-logbook-bench-${reports}`;
  const createToken = (member: SeedMember): string => issuer.createIdToken(projectId, member);
  return {
    projectId,
    reports,
    functionOptions: { projectId, firestoreHost, storageHost, keysUrl: issuer.keysUrl },
    memberToken: createToken(MEMBER),
    adminToken: createToken(ADMIN),
  };
}

/** The path of a list in the API: the first page unless the query has another. */
export function listPath(query: Record<string, string | number> = {}): string {
  const parts = Object.entries({ page: 1, pageSize: 10, ...query }).map(([name, value]) => [name, String(value)]);
  return `/api/issues?${new URLSearchParams(Object.fromEntries(parts))}`;
}

/** The paths of the three measured views of the list. */
export function viewPaths({ reports }: Logbook): Record<"first page" | "deep page" | "filtered", string> {
  return {
    "first page": listPath(),
    "deep page": listPath({ page: Math.max(1, Math.floor((reports / 10) * 0.9)) }),
    filtered: listPath({ page: 2, type: "bug", status: "OPEN", priority: "HIGH" }),
  };
}
