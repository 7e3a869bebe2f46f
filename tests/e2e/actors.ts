import { randomBytes } from "node:crypto";
import { type Browser, expect, type Page } from "@playwright/test";
import { db } from "../support/suite.ts";

/** A person with a window of their own; `problems` has the page's uncaught and logged errors. */
export interface Person {
  username: string;
  password: string;
  page: Page;
  problems: string[];
}

/** Opens a window of its own, registers a new member there through the form and waits for the dashboard. */
export async function registerInNewWindow(browser: Browser, name: string): Promise<Person> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  const person = { username: `${name}-${randomBytes(4).toString("hex")}`, password: "a-good-password", page, problems };
  await page.goto("/");
  await page
    .getByRole("button", { name: /register/i })
    .last()
    .click();
  await fillCredentials(person);
  await page
    .getByRole("button", { name: /^(register|create account)$/i })
    .first()
    .click();
  await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
  return person;
}

async function fillCredentials({ page, username, password }: Person): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
}

/** Makes a registered member an admin, as `npm run admin -- grant` does. */
export async function grantAdmin(username: string): Promise<void> {
  const members = db.collection("members");
  const [member] = (await members.where("username", "==", username).get()).docs;
  await member!.ref.update({ isAdmin: true });
}
