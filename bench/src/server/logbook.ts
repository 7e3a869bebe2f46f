import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { ADMIN, MEMBER, seed } from "../data/seed.ts";
import { type Environment, FUNCTIONS_FOLDER, inCheckout } from "../harness/environment.ts";
import { productionEnv } from "../harness/functions-framework.ts";
import type { TokenIssuer } from "../harness/id-tokens.ts";
import { saveSnapshot } from "../harness/snapshot-job.ts";

/** A logbook with this number of reports, in a project of its own. `seedLogbook` writes the reports. */
export function defineLogbook(reportCount: number, environment: Environment, issuer: TokenIssuer) {
  const projectId = `demo-logbook-bench-${reportCount}`;
  const { FIREBASE_AUTH_EMULATOR_HOST: _, ...inheritedEnv } = process.env;
  return {
    ...environment,
    projectId,
    reportCount,
    memberToken: issuer.createIdToken(projectId, MEMBER.uid),
    adminToken: issuer.createIdToken(projectId, ADMIN.uid),
    /** The recorded responses of the lists (`recordResponses`). */
    responsesFile: inCheckout(`.data/bench/responses-${reportCount}.json`),
    /** The functions' environment: the deployed `.env` file, no Auth emulator (it would turn off signature checks). */
    functionEnv: {
      ...inheritedEnv,
      ...parseEnv(readFileSync(`${FUNCTIONS_FOLDER}/.env`, "utf8")),
      ...productionEnv(projectId, environment),
      // Raises the rate limits, because one member sends as many requests as hundreds of members do.
      LIMITS_WIDTH: "1000",
      LOGBOOK_KEYS_URL: issuer.keysUrl,
    },
  };
}

export type Logbook = ReturnType<typeof defineLogbook>;

/** Writes a logbook's reports, and saves the snapshot of the board. */
export async function seedLogbook({ projectId, reportCount, functionEnv, log }: Logbook): Promise<void> {
  await seed(projectId, reportCount);
  log(await saveSnapshot(functionEnv));
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
