import { randomBytes } from "node:crypto";
import { fromWire, type Issue, sortIssues, type WireList } from "@logbook/domain";
import type { Page } from "@playwright/test";

/** A member, registered through the API. */
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
  const { idToken } = await post<{ idToken: string }>(
    `http://${authHost}/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=fake-api-key`,
    { token, returnSecureToken: true },
  );
  return { username, password, idToken };
}

/** Adds an amendment to a report as this member, as if from another machine. */
export async function amend(origin: string, { idToken }: Member, issueId: string, text: string): Promise<void> {
  await post(`${origin}/api/issues/amendment`, { issueId, text }, { authorization: `Bearer ${idToken}` });
}

async function post<T>(address: string, body: object, headers: Record<string, string> = {}): Promise<T> {
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${address} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** The first page of a list, and how many reports match. */
export interface Found {
  issues: Issue[];
  total: number;
  of: number;
}

/** Asks the API for the first page of the reports that match a search. */
export async function searchReports(
  origin: string,
  { idToken }: Member,
  search: string,
  pageSize = 10,
): Promise<Found> {
  const query = new URLSearchParams({ page: "1", pageSize: String(pageSize), search });
  const response = await fetch(`${origin}/api/issues?${query}`, { headers: { authorization: `Bearer ${idToken}` } });
  if (!response.ok) throw new Error(`The list answered ${response.status}: ${await response.text()}`);
  const { bugs, features, page, stats } = (await response.json()) as Required<WireList>;
  return { issues: sortIssues([...bugs, ...features].map(fromWire)), total: page.total, of: stats.total };
}

/** Signs a member in through the form, as a person does, and waits for their dashboard. */
export async function signIn(page: Page, origin: string, { username, password }: Member): Promise<void> {
  await page.goto(origin);
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByText(`Welcome, ${username}!`).waitFor();
  await page.getByRole("article").first().waitFor();
}
