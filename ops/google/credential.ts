import { type App, applicationDefault, type Credential, initializeApp } from "firebase-admin/app";
import { CommandError } from "../../suite/command-line/command.ts";
import type { Authorize } from "./rest.ts";

type Environment = Record<string, string | undefined>;

/**
 * The project to which Google charges a call, if the call must name that project. A user's call must name it. A service
 * account's call is charged to the account's own project, and the account may lack the role to name another project.
 */
export function quotaProject(project: string, env: Environment): string | undefined {
  return env.GOOGLE_CLOUD_QUOTA_PROJECT || (env.GOOGLE_APPLICATION_CREDENTIALS ? undefined : project);
}

/**
 * Opens the Admin SDK for a real project with application default credentials or, with `hosts`, for a suite. `hosts` are
 * environment variables such as FIRESTORE_EMULATOR_HOST.
 */
export function openApp(projectId: string, hosts?: Record<string, string>): App {
  // The Admin SDK reads the emulators' hosts from the environment, so the hosts of other suites are removed.
  for (const name of Object.keys(process.env)) if (/_EMULATOR_HOST$/.test(name)) delete process.env[name];
  if (hosts !== undefined) {
    // With this setting, Google's libraries do not look for a metadata server, which this machine does not have.
    Object.assign(process.env, hosts, { METADATA_SERVER_DETECTION: "none" });
    return initializeApp({ projectId });
  }
  const chargedProject = quotaProject(projectId, process.env);
  // Google's libraries read this variable.
  if (chargedProject !== undefined) process.env.GOOGLE_CLOUD_QUOTA_PROJECT = chargedProject;
  return initializeApp({ projectId, credential: applicationDefault() });
}

/** Returns a function that authorises calls to a real project; it throws a `CommandError` without credentials. */
export function createAuthorizer(project: string, credential: Credential, env: Environment = process.env): Authorize {
  const chargedProject = quotaProject(project, env);
  return async () => {
    const { access_token } = await credential.getAccessToken().catch((error: unknown) => {
      const [reason] = String(error instanceof Error ? error.message : error).split("\n");
      throw new CommandError(
        `The project ${project} cannot be reached: ${reason} Sign in with gcloud auth application-default login.`,
      );
    });
    return {
      authorization: `Bearer ${access_token}`,
      ...(chargedProject !== undefined && { "x-goog-user-project": chargedProject }),
    };
  };
}
