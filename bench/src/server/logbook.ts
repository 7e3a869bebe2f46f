import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { ADMIN, MEMBER, type SeedMember, seed, withFirestore } from "../data/seed.ts";
import type { Environment } from "../harness/environment.ts";
import { type FunctionOptions, functionEnv } from "../harness/function-process.ts";
import type { TokenIssuer } from "../harness/id-tokens.ts";
import { PATHS } from "../harness/modules.ts";

const PROGRESS_INTERVAL_MS = 10_000;
const runFile = promisify(execFile);

/** Describes a logbook of this size in a project of its own, with two ID tokens. `seedLogbook` writes its reports. */
export function defineLogbook(reports: number, environment: Environment, issuer: TokenIssuer) {
  const { firestoreHost, storageHost } = environment;
  const projectId = `demo-logbook-bench-${reports}`;
  const createToken = (member: SeedMember): string => issuer.createIdToken(projectId, member);
  return {
    projectId,
    reports,
    functionOptions: { projectId, firestoreHost, storageHost, keysUrl: issuer.keysUrl } as FunctionOptions,
    memberToken: createToken(MEMBER),
    adminToken: createToken(ADMIN),
  };
}

export type Logbook = ReturnType<typeof defineLogbook>;

/** Writes a logbook's reports, and runs the built snapshot job, which saves the snapshot of its board. */
export async function seedLogbook(logbook: Logbook, log: (text: string) => void): Promise<void> {
  const { projectId, reports, functionOptions } = logbook;
  let loggedAt = Date.now();
  await withFirestore(projectId, (db) =>
    seed(db, reports, (written) => {
      if (Date.now() - loggedAt < PROGRESS_INTERVAL_MS) return;
      loggedAt = Date.now();
      log(`${written.toLocaleString("en")} of ${reports.toLocaleString("en")} reports written`);
    }),
  );
  const { stdout } = await runFile(process.execPath, [PATHS.job, "snapshot"], { env: functionEnv(functionOptions) });
  log(stdout.trim());
}

/** The path of a list in the API: the first page unless the query has another. */
export function listPath(query: Record<string, string | number> = {}): string {
  const parts = Object.entries({ page: 1, pageSize: 10, ...query }).map(([name, value]) => [name, String(value)]);
  return `/api/issues?${new URLSearchParams(Object.fromEntries(parts))}`;
}

/** The names of the measured lists in the figures, with their paths in the API. */
export function viewPaths({ reports }: Logbook): Record<"first page" | "deep page" | "filtered", string> {
  return {
    "first page": listPath(),
    "deep page": listPath({ page: Math.max(1, Math.floor((reports / 10) * 0.9)) }),
    filtered: listPath({ page: 2, type: "bug", status: "OPEN", priority: "HIGH" }),
  };
}
