import { randomBytes } from "node:crypto";
import { fromWire, sortIssues, type WireList } from "@logbook/domain";
import type { Page } from "@playwright/test";

export interface Member {
  username: string;
  password: string;
  idToken: string;
}

/** Registers a member with the API at this origin and signs them in at the Auth emulator. */
export async function registerMember(origin: string, authHost: string): Promise<Member> {
  const username = `bench-${randomBytes(4).toString("hex")}`;
  const password = "correct horse";
  const { token } = await post<{ token: string }>(`${origin}/api/auth/register`, { username, password });
  // The emulator accepts any API key.
  const { idToken } = await post<{ idToken: string }>(
    `http://${authHost}/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=fake-api-key`,
    { token, returnSecureToken: true },
  );
  return { username, password, idToken };
}

export async function amendReport(origin: string, { idToken }: Member, issueId: string, text: string): Promise<void> {
  await post(`${origin}/api/issues/amendment`, { issueId, text }, { authorization: `Bearer ${idToken}` });
}

async function post<T>(url: string, body: object, headers: Record<string, string> = {}): Promise<T> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/**
 * Requests the first `pageSize` reports that match a search, and the number of all that match. The response splits the
 * reports into bugs and features; they are returned in the order of the dashboard.
 */
export async function searchReports(origin: string, { idToken }: Member, search: string, pageSize = 10) {
  const query = new URLSearchParams({ page: "1", pageSize: String(pageSize), search });
  const response = await fetch(`${origin}/api/issues?${query}`, { headers: { authorization: `Bearer ${idToken}` } });
  if (!response.ok) throw new Error(`The list answered ${response.status}: ${await response.text()}`);
  // `page` is missing only in the response to a request without query parameters.
  const { bugs, features, page } = (await response.json()) as Required<WireList>;
  return { issues: sortIssues([...bugs, ...features].map(fromWire)), total: page.total };
}

/** Signs a member in on the page and waits for the dashboard. */
export async function signIn(page: Page, origin: string, { username, password }: Member): Promise<void> {
  await page.goto(origin);
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByText(`Welcome, ${username}!`).waitFor();
  await page.getByRole("article").first().waitFor();
}
