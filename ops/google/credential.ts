import { applicationDefault, type Credential, initializeApp } from "firebase-admin/app";
import { CommandError } from "../../suite/command-line/command.ts";
import { parsePort } from "../../suite/launcher/ports.ts";
import { requireRunningSuite } from "../../suite/launcher/running-suites.ts";
import type { Authorize } from "./rest.ts";

type Environment = Record<string, string | undefined>;

/**
 * The project that a call asks Google to charge, or `undefined`. A user's call must name a project. A service account's
 * call is charged to the account's own project, and the account may lack the role to name another project.
 */
export function quotaProject(project: string, env: Environment): string | undefined {
  return env.GOOGLE_CLOUD_QUOTA_PROJECT || (env.GOOGLE_APPLICATION_CREDENTIALS ? undefined : project);
}

/** Opens the Admin SDK for the running suite, or the real project, that a command's options name. */
export async function openTarget({ port, project }: { port?: string | undefined; project?: string | undefined }) {
  // The Admin SDK reads the emulators' hosts from the environment, so the hosts of other suites are removed.
  for (const name of Object.keys(process.env)) if (/_EMULATOR_HOST$/.test(name)) delete process.env[name];
  if (project === undefined) {
    // With `hasProjectOption`, the error message for a missing suite advises --project.
    const { projectId, env } = await requireRunningSuite(parsePort(port), { hasProjectOption: true });
    // With this setting, Google's libraries do not look for a metadata server, which this machine does not have.
    Object.assign(process.env, env, { METADATA_SERVER_DETECTION: "none" });
    // The emulators accept this token and skip the security rules.
    const authorize: Authorize = async () => ({ authorization: "Bearer owner" });
    return { id: projectId, app: initializeApp({ projectId }), authorize, emulatorHosts: env };
  }
  const chargedProject = quotaProject(project, process.env);
  // Google's libraries read this variable.
  if (chargedProject !== undefined) process.env.GOOGLE_CLOUD_QUOTA_PROJECT = chargedProject;
  const credential = applicationDefault();
  const authorize = createAuthorizer(project, credential);
  // Check the credentials first: without them, Firestore's client throws an error that cannot be caught.
  await authorize();
  return { id: project, app: initializeApp({ projectId: project, credential }), authorize, emulatorHosts: null };
}

/** Returns a function that authorises calls to a real project; it throws a `CommandError` without credentials. */
export function createAuthorizer(
  project: string,
  credential: Credential = applicationDefault(),
  env: Environment = process.env,
): Authorize {
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
