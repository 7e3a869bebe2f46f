import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { ADMIN, MEMBER, type SeedMember, seed, withFirestore } from "../data/seed.ts";
import type { Environment } from "../harness/environment.ts";
import { functionEnv } from "../harness/function-process.ts";
import type { TokenIssuer } from "../harness/id-tokens.ts";
import { PATHS } from "../harness/modules.ts";

const PROGRESS_INTERVAL_MS = 10_000;
const runFile = promisify(execFile);

/** Describes a logbook with this number of reports, in a project of its own. `seedLogbook` writes the reports. */
export function defineLogbook(reportCount: number, environment: Environment, issuer: TokenIssuer) {
  const { firestoreHost, storageHost } = environment;
  const projectId = `demo-logbook-bench-${reportCount}`;
  const createToken = (member: SeedMember): string => issuer.createIdToken(projectId, member);
  return {
    projectId,
    reportCount,
    functionOptions: { projectId, firestoreHost, storageHost, keysUrl: issuer.keysUrl },
    memberToken: createToken(MEMBER),
    adminToken: createToken(ADMIN),
  };
}

export type Logbook = ReturnType<typeof defineLogbook>;

/** Writes a logbook's reports, and runs the built job `snapshot`, which saves the snapshot of the board. */
export async function seedLogbook(logbook: Logbook, log: (text: string) => void): Promise<void> {
  const { projectId, reportCount, functionOptions } = logbook;
  let loggedAt = Date.now();
  await withFirestore(projectId, (db) =>
    seed(db, reportCount, (writtenCount) => {
      if (Date.now() - loggedAt < PROGRESS_INTERVAL_MS) return;
      loggedAt = Date.now();
      log(`${writtenCount.toLocaleString("en")} of ${reportCount.toLocaleString("en")} reports written`);
    }),
  );
  const { stdout } = await runFile(process.execPath, [PATHS.job, "snapshot"], { env: functionEnv(functionOptions) });
  log(stdout.trim());
}

/** The path of a list in the API: the first page, unless the query names another page. */
export function listPath(query: Record<string, string | number> = {}): string {
  const parameters = Object.entries({ page: 1, pageSize: 10, ...query }).map(([name, value]) => [name, String(value)]);
  return `/api/issues?${new URLSearchParams(parameters)}`;
}

/** The API's paths of the measured lists, by their names in the figures. The deep page is nine tenths down the list. */
export function listPaths({ reportCount }: Logbook): Record<string, string> {
  return {
    "first page": listPath(),
    "deep page": listPath({ page: Math.max(1, Math.floor((reportCount / 10) * 0.9)) }),
    filtered: listPath({ page: 2, type: "bug", status: "OPEN", priority: "HIGH" }),
  };
}
