import { applicationDefault, type Credential } from "firebase-admin/app";
import { CommandError } from "../../suite/command-line/command.ts";
import type { Authorize } from "./rest.ts";

type Environment = Record<string, string | undefined>;

/**
 * The project that Google charges for calls; `undefined` for a service account, which has one itself and may lack the role
 * to name another (Service Usage Consumer). A user's credential has to name one.
 */
export function quotaProject(project: string, env: Environment): string | undefined {
  return env.GOOGLE_CLOUD_QUOTA_PROJECT || (env.GOOGLE_APPLICATION_CREDENTIALS ? undefined : project);
}

/** The application default credentials for a real project, after removing all emulators from the environment. */
export function credentialOf(project: string, env: Environment = process.env): Credential {
  for (const name of Object.keys(env)) if (/_EMULATOR_HOST$/.test(name)) delete env[name];
  const payer = quotaProject(project, env);
  if (payer !== undefined) env.GOOGLE_CLOUD_QUOTA_PROJECT = payer;
  return applicationDefault();
}

/** The authorisation of calls to a real project's REST APIs. Throws a `CommandError` without credentials. */
export function authorizer(project: string, credential: Credential, env: Environment = process.env): Authorize {
  const payer = quotaProject(project, env);
  return async () => {
    const { access_token } = await credential.getAccessToken().catch((error: unknown) => {
      const [why] = String(error instanceof Error ? error.message : error).split("\n");
      throw new CommandError(
        `The project ${project} cannot be reached: ${why} Sign in with gcloud auth application-default login.`,
      );
    });
    return { authorization: `Bearer ${access_token}`, ...(payer !== undefined && { "x-goog-user-project": payer }) };
  };
}
