import { type Actor, IDENTITIES, SIGNED_IN_AT } from "../shared/actors.ts";
import { emulatorAddress, type RulesFixtures } from "./fixtures.ts";

/** A value in the format of Firestore's REST API. */
export type RestValue = Record<string, unknown>;

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** An unsigned ID token, which only an emulator accepts. */
function idToken(projectId: string, actor: Actor): string {
  const sub = IDENTITIES[actor].uid;
  const claims = {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    iat: SIGNED_IN_AT,
    exp: SIGNED_IN_AT + 3_600,
    auth_time: SIGNED_IN_AT,
    opened: SIGNED_IN_AT,
    sub,
    user_id: sub,
    firebase: { sign_in_provider: "custom", identities: {} },
  };
  return `${base64url({ alg: "none", typ: "JWT" })}.${base64url(claims)}.`;
}

/** A document's full name. */
export const documentName = (fixtures: RulesFixtures, path: string): string =>
  `projects/${fixtures.projectId}/databases/(default)/documents/${path}`;

/** An error that `assertFails` accepts: `code` is `permission-denied` for 403, otherwise the HTTP status. */
class RestError extends Error {
  readonly code: string;
  constructor(status: number, body: string) {
    super(`Firestore answered ${status}: ${body}`);
    this.code = status === 403 ? "permission-denied" : String(status);
  }
}

/** Sends one call to Firestore's REST API as this actor; `path` follows `/v1/`. */
export async function callRest(
  fixtures: RulesFixtures,
  actor: Actor,
  method: string,
  path: string,
  body: unknown,
): Promise<void> {
  const { host, port } = emulatorAddress();
  const response = await fetch(`http://${host}:${port}/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${idToken(fixtures.projectId, actor)}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new RestError(response.status, text);
}

/** A step of a report without `handledByAdmin`; the server sets `updatedAt`. */
export const restStepWrite = (fixtures: RulesFixtures, issueId: string, actor: Actor, status: string): unknown => ({
  update: {
    name: documentName(fixtures, `issues/${issueId}`),
    fields: {
      status: { stringValue: status },
      updatedBy: { stringValue: IDENTITIES[actor].uid },
    },
  },
  updateMask: { fieldPaths: ["status", "updatedBy"] },
  updateTransforms: [{ fieldPath: "updatedAt", setToServerValue: "REQUEST_TIME" }],
  currentDocument: { exists: true },
});

/** A move of the board with further fields; a `revision` in them replaces the increment by one. */
export const restBoard = (fixtures: RulesFixtures, issueId: string, more: Record<string, RestValue> = {}): unknown => ({
  update: {
    name: documentName(fixtures, "boards/main"),
    fields: { issueId: { stringValue: issueId }, ...more },
  },
  updateMask: { fieldPaths: ["issueId", ...Object.keys(more)] },
  updateTransforms: [
    { fieldPath: "changedAt", setToServerValue: "REQUEST_TIME" },
    ...("revision" in more ? [] : [{ fieldPath: "revision", increment: { integerValue: "1" } }]),
  ],
  currentDocument: { exists: true },
});

export const restCommit = (fixtures: RulesFixtures, actor: Actor, writes: unknown[]): Promise<void> =>
  callRest(fixtures, actor, "POST", `projects/${fixtures.projectId}/databases/(default)/documents:commit`, { writes });
