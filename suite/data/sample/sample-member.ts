import { randomUUID } from "node:crypto";
import { attachmentPath, attachmentUrl, type Status, type User } from "@logbook/domain";
import { CommandError } from "../../command-line/command.ts";
import { readSampleFile, type SampleFile } from "./files.ts";

/** Registers a member and signs them in. The returned functions throw a `CommandError` if their request is refused. */
export async function registerMember(
  env: Record<string, string>,
  { username, password, isAdmin }: { username: string; password: string; isAdmin: boolean },
) {
  const apiUrl = `${env.LOGBOOK_URL}/api`;
  const { user, token } = (await call("POST", `${apiUrl}/auth/register`, { username, password })) as {
    user: User;
    token: string;
  };
  const idToken = await exchangeToken(env, token);
  if (isAdmin) await grantAdmin(env, user.id);
  const authorized = { Authorization: `Bearer ${idToken}` };

  async function upload(issueId: string, name: SampleFile): Promise<object> {
    const { type, content } = await readSampleFile(name);
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
    async createReport(fields: Record<string, string>, files: readonly SampleFile[]): Promise<string> {
      const id = randomUUID();
      const attachments: object[] = [];
      for (const name of files) attachments.push(await upload(id, name));
      await call("POST", `${apiUrl}/issues`, { ...fields, id, attachments, userId: user.id }, authorized);
      return id;
    },
    async amend(issueId: string, text: string): Promise<void> {
      const body = { issueId, text, userId: user.id, username };
      await call("POST", `${apiUrl}/issues/amendment`, body, authorized);
    },
    async setStatus(issueId: string, status: Status): Promise<void> {
      await call("PUT", `${apiUrl}/issues/${issueId}`, { status, userId: user.id }, authorized);
    },
    /** Marks all news until now as seen. */
    async markNewsSeen(): Promise<void> {
      await call("PUT", `${apiUrl}/me/news`, { until: new Date().toISOString() }, authorized);
    },
  };
}

export type SampleMember = Awaited<ReturnType<typeof registerMember>>;

/** Makes a member an admin, bypassing the rules, as `npm run admin -- grant` does. */
async function grantAdmin(env: Record<string, string>, uid: string): Promise<void> {
  const documents = `projects/${env.GCLOUD_PROJECT}/databases/(default)/documents`;
  const member = `http://${env.FIRESTORE_EMULATOR_HOST}/v1/${documents}/members/${uid}?updateMask.fieldPaths=isAdmin`;
  await call("PATCH", member, { fields: { isAdmin: { booleanValue: true } } }, { Authorization: "Bearer owner" });
}

/** Exchanges the API's custom token for an ID token, as the page's SDK does. */
async function exchangeToken(env: Record<string, string>, token: string): Promise<string> {
  const service = `http://${env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1`;
  const body = { token, returnSecureToken: true };
  const response = await call("POST", `${service}/accounts:signInWithCustomToken?key=fake-api-key`, body);
  return (response as { idToken: string }).idToken;
}

async function call(method: string, address: string, body: object, headers = {}): Promise<unknown> {
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
