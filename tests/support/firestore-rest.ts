import type { Person } from "./actors.ts";
import { FIRESTORE, PROJECT } from "./suite.ts";

/* Direct calls of Firestore's REST API with a user's own token. Each function returns the HTTP status. */

const DOCUMENTS = `projects/${PROJECT}/databases/(default)/documents`;

/** Reads a document or lists a collection. */
export async function readFromFirestore(person: Person, path: string): Promise<number> {
  const response = await fetch(`${FIRESTORE}/v1/${DOCUMENTS}/${path}`, { headers: authorizationOf(person) });
  await response.arrayBuffer();
  return response.status;
}

/** Moves a report to a status, together with the board, as the API would. */
export async function setStatusInFirestore(person: Person, issueId: string, status: string): Promise<number> {
  const writes = [
    {
      update: {
        name: `${DOCUMENTS}/issues/${issueId}`,
        fields: {
          status: { stringValue: status },
          updatedBy: { stringValue: person.uid },
          handledByAdmin: { booleanValue: true },
        },
      },
      updateMask: { fieldPaths: ["status", "updatedBy", "handledByAdmin"] },
      updateTransforms: [{ fieldPath: "updatedAt", setToServerValue: "REQUEST_TIME" }],
      currentDocument: { exists: true },
    },
    {
      update: { name: `${DOCUMENTS}/boards/main`, fields: { issueId: { stringValue: issueId } } },
      updateMask: { fieldPaths: ["issueId"] },
      updateTransforms: [
        { fieldPath: "revision", increment: { integerValue: "1" } },
        { fieldPath: "changedAt", setToServerValue: "REQUEST_TIME" },
      ],
    },
  ];
  const response = await fetch(`${FIRESTORE}/v1/${DOCUMENTS}:commit`, {
    method: "POST",
    headers: { "content-type": "application/json", ...authorizationOf(person) },
    body: JSON.stringify({ writes }),
  });
  await response.arrayBuffer();
  return response.status;
}

const authorizationOf = ({ idToken }: Person): Record<string, string> => ({ authorization: `Bearer ${idToken}` });
