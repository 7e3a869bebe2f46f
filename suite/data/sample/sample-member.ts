import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { attachmentPath, attachmentUrl, DOCUMENT_TYPES, fileExtension, type Status, type User } from "@logbook/domain";
import { CommandError } from "../../command-line/command.ts";

/** Registers a member in the suite whose addresses `env` has. A refused request throws a `CommandError`. */
export async function registerMember(
  env: Record<string, string>,
  { username, password, isAdmin }: { username: string; password: string; isAdmin: boolean },
) {
  const apiUrl = `${env.LOGBOOK_URL}/api`;
  const registration = await sendJson("POST", `${apiUrl}/auth/register`, { username, password });
  const { user, token } = registration as { user: User; token: string };
  const idToken = await exchangeToken(env, token);
  if (isAdmin) await grantAdmin(env, user.id);
  const headers = { Authorization: `Bearer ${idToken}` };

  async function upload(issueId: string, name: string): Promise<object> {
    const content = await readFile(new URL(`files/${name}`, import.meta.url));
    // All sample files that are no documents are JPEG pictures.
    const type = DOCUMENT_TYPES[fileExtension(name)] ?? "image/jpeg";
    const file = { uid: user.id, issueId, fileId: randomUUID() };
    const url = new URL(`http://${env.FIREBASE_STORAGE_EMULATOR_HOST}/v0/b/${env.GCLOUD_PROJECT}.appspot.com/o`);
    url.search = new URLSearchParams({ name: attachmentPath(file), uploadType: "media" }).toString();
    const response = await fetch(url, {
      method: "POST",
      headers: { Authorization: `Firebase ${idToken}`, "Content-Type": type },
      body: content,
    });
    if (!response.ok) throw refusalError(`upload ${name}`, response.status, await response.text());
    return { name, size: content.length, type, url: attachmentUrl(file) };
  }

  return {
    /** Uploads the attachments, creates the report and returns its id. */
    async createReport(fields: Record<string, string>, files: readonly string[]): Promise<string> {
      const id = randomUUID();
      const attachments: object[] = [];
      for (const name of files) attachments.push(await upload(id, name));
      await sendJson("POST", `${apiUrl}/issues`, { ...fields, id, attachments, userId: user.id }, headers);
      return id;
    },
    async amend(issueId: string, text: string): Promise<void> {
      const body = { issueId, text, userId: user.id, username };
      await sendJson("POST", `${apiUrl}/issues/amendment`, body, headers);
    },
    async setStatus(issueId: string, status: Status): Promise<void> {
      await sendJson("PUT", `${apiUrl}/issues/${issueId}`, { status, userId: user.id }, headers);
    },
    async closeReport(issueId: string, closing: { reason: string; of?: string }): Promise<void> {
      await sendJson("PUT", `${apiUrl}/issues/${issueId}/closing`, { ...closing, userId: user.id }, headers);
    },
    async markNewsSeen(): Promise<void> {
      await sendJson("PUT", `${apiUrl}/me/news`, { until: new Date().toISOString() }, headers);
    },
  };
}

export type SampleMember = Awaited<ReturnType<typeof registerMember>>;

/** Makes a member an admin without the rules, as `npm run admin -- grant` does. */
async function grantAdmin(env: Record<string, string>, uid: string): Promise<void> {
  // The emulator skips the rules for the token `owner`.
  const documentsRoot = `projects/${env.GCLOUD_PROJECT}/databases/(default)/documents`;
  const memberUrl = `http://${env.FIRESTORE_EMULATOR_HOST}/v1/${documentsRoot}/members/${uid}?updateMask.fieldPaths=isAdmin`;
  const body = { fields: { isAdmin: { booleanValue: true } } };
  await sendJson("PATCH", memberUrl, body, { Authorization: "Bearer owner" });
}

/** Exchanges the API's custom token for an ID token, as the page's SDK does. */
async function exchangeToken(env: Record<string, string>, token: string): Promise<string> {
  const authUrl = `http://${env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1`;
  const body = { token, returnSecureToken: true };
  // The emulator accepts any API key.
  const response = await sendJson("POST", `${authUrl}/accounts:signInWithCustomToken?key=fake-api-key`, body);
  return (response as { idToken: string }).idToken;
}

async function sendJson(method: string, address: string, body: object, headers = {}): Promise<unknown> {
  const response = await fetch(address, {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw refusalError(`${method} ${new URL(address).pathname}`, response.status, text);
  return JSON.parse(text) as unknown;
}

function refusalError(action: string, status: number, body: string): CommandError {
  return new CommandError(
    `The sample data could not be loaded: ${action} got the response ${status}: ${body.slice(0, 300)}`,
  );
}
