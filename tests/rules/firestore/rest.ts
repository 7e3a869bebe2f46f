import { DETAIL_FIELDS } from "@logbook/domain";
import { type Actor, IDENTITIES, SIGNED_IN_AT } from "../shared/actors.ts";
import { emulatorAddress, type RulesFixtures } from "./fixtures.ts";

/** A value in the format of Firestore's REST API. */
export type RestValue = Record<string, unknown>;

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** An unsigned ID token, which only an emulator accepts. */
function idToken(projectId: string, actor: Actor): string {
  const { uid } = IDENTITIES[actor];
  const claims = {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    iat: SIGNED_IN_AT,
    exp: SIGNED_IN_AT + 3_600,
    auth_time: SIGNED_IN_AT,
    opened: SIGNED_IN_AT,
    sub: uid,
    user_id: uid,
    firebase: { sign_in_provider: "custom", identities: {} },
  };
  return `${base64url({ alg: "none", typ: "JWT" })}.${base64url(claims)}.`;
}

/** A document's name in Firestore's REST API: its path with project and database. */
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

/** Sends one call to Firestore's REST API as this actor. `path` is the part of the URL after `/v1/`. */
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

/** Lets the server set this field to the time of the request. */
export const setServerTime = (fieldPath: string): unknown => ({ fieldPath, setToServerValue: "REQUEST_TIME" });

/** A new report of this actor, by default valid except that it has no number. */
export function restNewReportWrite(
  fixtures: RulesFixtures,
  issueId: string,
  actor: Actor,
  overrides: Record<string, RestValue>,
): unknown {
  const { uid, username } = IDENTITIES[actor];
  const stringFields = {
    ...Object.fromEntries([...DETAIL_FIELDS, "lastAmendment"].map((field) => [field, ""])),
    type: "bug",
    status: "OPEN",
    priority: "LOW",
    title: "A title",
    description: "A text.",
    reporterId: uid,
    reporter: username,
    updatedBy: uid,
  };
  return {
    update: {
      name: documentName(fixtures, `issues/${issueId}`),
      fields: {
        ...Object.fromEntries(Object.entries(stringFields).map(([field, stringValue]) => [field, { stringValue }])),
        attachments: { arrayValue: {} },
        amendments: { mapValue: {} },
        ...overrides,
      },
    },
    updateTransforms: [setServerTime("createdAt"), setServerTime("updatedAt")],
    currentDocument: { exists: false },
  };
}

/** A status step that leaves `handledByAdmin` as it is; the server sets `updatedAt`. */
export const restStepWrite = (fixtures: RulesFixtures, issueId: string, actor: Actor, status: string): unknown => ({
  update: {
    name: documentName(fixtures, `issues/${issueId}`),
    fields: {
      status: { stringValue: status },
      updatedBy: { stringValue: IDENTITIES[actor].uid },
    },
  },
  updateMask: { fieldPaths: ["status", "updatedBy"] },
  updateTransforms: [setServerTime("updatedAt")],
  currentDocument: { exists: true },
});

/** A move of the board that also sets `moreFields`. It raises the revision by one, unless `moreFields` sets it. */
export const restBoardWrite = (
  fixtures: RulesFixtures,
  issueId: string,
  moreFields: Record<string, RestValue> = {},
): unknown => ({
  update: {
    name: documentName(fixtures, "boards/main"),
    fields: { issueId: { stringValue: issueId }, ...moreFields },
  },
  updateMask: { fieldPaths: ["issueId", ...Object.keys(moreFields)] },
  updateTransforms: [
    setServerTime("changedAt"),
    ...("revision" in moreFields ? [] : [{ fieldPath: "revision", increment: { integerValue: "1" } }]),
  ],
  currentDocument: { exists: true },
});

export const restCommit = (fixtures: RulesFixtures, actor: Actor, writes: unknown[]): Promise<void> =>
  callRest(fixtures, actor, "POST", `projects/${fixtures.projectId}/databases/(default)/documents:commit`, { writes });
