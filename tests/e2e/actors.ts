import { randomBytes } from "node:crypto";
import { type Browser, expect, type Page } from "@playwright/test";
import { db } from "../support/suite.ts";

export interface RegisteredMember {
  username: string;
  password: string;
  /** The page in the member's own browser window. */
  page: Page;
  /** The page's uncaught and logged errors. */
  problems: string[];
}

/** Opens a browser window, registers a new member there through the form and waits for the dashboard. */
export async function registerInNewWindow(browser: Browser, name: string): Promise<RegisteredMember> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  const username = `${name}-${randomBytes(4).toString("hex")}`;
  const password = "a-good-password";
  await page.goto("/");
  // The button first opens the form to register, and then sends the form.
  const registerButton = page.getByRole("button", { name: "Register" });
  await registerButton.click();
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await registerButton.click();
  await expect(page.getByText(`Welcome, ${username}!`)).toBeVisible();
  return { username, password, page, problems };
}

/** Makes a registered member an admin, as `npm run admin -- grant` does. */
export async function grantAdmin(username: string): Promise<void> {
  const members = db.collection("members");
  const [member] = (await members.where("username", "==", username).get()).docs;
  await member!.ref.update({ isAdmin: true });
}
