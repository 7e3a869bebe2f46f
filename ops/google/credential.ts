import { type App, applicationDefault, type Credential, initializeApp } from "firebase-admin/app";
import { CommandError } from "../../suite/command-line/command.ts";
import type { Authorize } from "./rest.ts";

type Environment = Record<string, string | undefined>;

/**
 * The project that Google charges for calls. A user's credential has to name one. `undefined` for a service account,
 * which belongs to a project and may lack the role to name another one (Service Usage Consumer).
 */
export function quotaProject(project: string, env: Environment): string | undefined {
  return env.GOOGLE_CLOUD_QUOTA_PROJECT || (env.GOOGLE_APPLICATION_CREDENTIALS ? undefined : project);
}

/** Opens the Admin SDK for the suite with these hosts, or for a real project with application default credentials. */
export function openApp(projectId: string, hosts?: Record<string, string>): App {
  // The Admin SDK finds emulators by the environment, so the emulators of other suites are removed from it.
  for (const name of Object.keys(process.env)) if (/_EMULATOR_HOST$/.test(name)) delete process.env[name];
  if (hosts !== undefined) {
    Object.assign(process.env, hosts, { METADATA_SERVER_DETECTION: "none" });
    return initializeApp({ projectId });
  }
  const payer = quotaProject(projectId, process.env);
  if (payer !== undefined) process.env.GOOGLE_CLOUD_QUOTA_PROJECT = payer;
  return initializeApp({ projectId, credential: applicationDefault() });
}

/** Returns a function that authorises calls to a real project; it throws a `CommandError` without credentials. */
export function createAuthorizer(project: string, credential: Credential, env: Environment = process.env): Authorize {
  const payer = quotaProject(project, env);
  return async () => {
    const { access_token } = await credential.getAccessToken().catch((error: unknown) => {
      const [reason] = String(error instanceof Error ? error.message : error).split("\n");
      throw new CommandError(
        `The project ${project} cannot be reached: ${reason} Sign in with gcloud auth application-default login.`,
      );
    });
    return { authorization: `Bearer ${access_token}`, ...(payer !== undefined && { "x-goog-user-project": payer }) };
  };
}
