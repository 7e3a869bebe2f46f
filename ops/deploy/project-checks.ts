import { randomUUID } from "node:crypto";
import { accountEmail } from "@logbook/domain";
import { CommandError } from "../../suite/command-line/command.ts";
import { DEFAULT_REGION } from "../../suite/launcher/build.ts";
import { type Authorize, networkErrorMessage, openService } from "../google/rest.ts";
import { type AuthConfig, authFindings, keyFinding, type ProviderConfig } from "./auth-settings.ts";
import type { Finding } from "./checks.ts";
import { compareLocations } from "./locations.ts";
import type { Settings } from "./settings.ts";

export const ORIGINS = {
  storage: "https://storage.googleapis.com",
  firestore: "https://firestore.googleapis.com",
  auth: "https://identitytoolkit.googleapis.com",
};

const TIMEOUT_MS = 20_000;
const DAY_SECONDS = 86_400;

/** Checks the settings of a real project. A setting that cannot be read leads to a warning. */
export async function checkProject(settings: Settings, authorize: Authorize, origins = ORIGINS): Promise<Finding[]> {
  const keyFindingPromise = checkKey(settings, origins.auth);
  const credentialWarning = await authorize().then(
    () => null,
    (error: unknown) => toWarning("Region, Auth's providers, soft delete and backups", error),
  );
  // Without credentials only the key can be checked.
  if (credentialWarning !== null) return [await keyFindingPromise, credentialWarning];
  const checks = [checkStores(settings, authorize, origins), checkAuth(settings, authorize, origins.auth)];
  return [await keyFindingPromise, ...(await Promise.all(checks)).flat()];
}

interface Database {
  locationId: string;
  deleteProtectionState: string;
  pointInTimeRecoveryEnablement: string;
}

/**
 * Compares bucket and database, which cannot be moved, with the functions' region. Also warns of soft delete, and of a
 * database that a mistake could delete for good.
 */
async function checkStores(settings: Settings, authorize: Authorize, origins: typeof ORIGINS): Promise<Finding[]> {
  const { projectId, storageBucket, region = DEFAULT_REGION } = settings;
  const callStorage = openService("Cloud Storage", origins.storage, authorize);
  const callFirestore = openService("Firestore", origins.firestore, authorize);
  const warnings: Finding[] = [];
  const readOrWarn = async <T>(name: string, response: Promise<unknown>): Promise<Partial<T>> => {
    try {
      return (await response) as Partial<T>;
    } catch (error) {
      warnings.push(toWarning(name, error));
      return {};
    }
  };
  const databasePath = `/v1/projects/${projectId}/databases/(default)`;
  const [bucket, database, backups] = await Promise.all([
    readOrWarn<{ location: string; softDeletePolicy: { retentionDurationSeconds?: string } }>(
      "The bucket's location",
      callStorage(`/storage/v1/b/${encodeURIComponent(storageBucket)}?fields=location,softDeletePolicy`),
    ),
    readOrWarn<Database>("The database's location and protection", callFirestore(databasePath)),
    readOrWarn<{ backupSchedules: object[]; isRead: true }>(
      "The database's backup schedules",
      callFirestore(`${databasePath}/backupSchedules`).then((response) => ({ ...(response as object), isRead: true })),
    ),
  ]);
  const locations = { region, bucket: bucket.location ?? null, database: database.locationId ?? null };
  const softDeleteDays = Number(bucket.softDeletePolicy?.retentionDurationSeconds ?? 0) / DAY_SECONDS;
  const missingProtections = [
    ...(database.deleteProtectionState === "DELETE_PROTECTION_DISABLED" ? ["delete protection"] : []),
    ...(database.pointInTimeRecoveryEnablement === "POINT_IN_TIME_RECOVERY_DISABLED" ? ["point-in-time recovery"] : []),
    // Google leaves an empty list out of its response.
    ...(backups.isRead && backups.backupSchedules === undefined ? ["backup schedule"] : []),
  ];
  const findings = [...warnings, ...compareLocations(locations)];
  if (missingProtections.length > 0)
    findings.push({
      warning: `The database has no ${missingProtections.join(", no ")}: docs/deploy.md, step 2, has the commands.`,
    });
  if (softDeleteDays > 0)
    findings.push({
      warning: `The bucket keeps deleted files for ${Number(softDeleteDays.toFixed(1))} days, so 'removed for good' takes that much longer: docs/deploy.md, step 7.`,
    });
  return findings;
}

async function checkAuth({ projectId }: Settings, authorize: Authorize, origin: string): Promise<Finding[]> {
  const callAuth = openService("Auth", `${origin}/admin/v2/projects/${projectId}`, authorize);
  try {
    const config = (await callAuth("/config")) as AuthConfig;
    const { defaultSupportedIdpConfigs = [] } = (await callAuth("/defaultSupportedIdpConfigs")) as {
      defaultSupportedIdpConfigs?: ProviderConfig[];
    };
    return authFindings(config, defaultSupportedIdpConfigs);
  } catch (error) {
    return [toWarning("Auth's providers", error)];
  }
}

/**
 * Tries the functions' API key: signs in with an account that does not exist. If Auth answers that there is no such
 * account, the key works (`keyFinding`).
 */
async function checkKey({ serverApiKey, apiKey }: Settings, origin: string): Promise<Finding> {
  const key = encodeURIComponent(serverApiKey ?? apiKey);
  try {
    const response = await fetch(`${origin}/v1/accounts:signInWithPassword?key=${key}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: accountEmail(randomUUID()), password: randomUUID(), returnSecureToken: false }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { error } = (await response.json()) as { error?: { message?: string } };
    return keyFinding(error?.message ?? `${response.status} without a reason`);
  } catch (error) {
    return keyFinding(networkErrorMessage(error));
  }
}

function toWarning(name: string, error: unknown): Finding {
  if (!(error instanceof CommandError)) throw error;
  return { warning: `${name} could not be checked: ${error.message}` };
}
