import { readFileSync } from "node:fs";
import { expect, type Locator, type Page } from "@playwright/test";
import { expectNoViolations } from "../support/axe.ts";
import { PHONE_SIZE } from "../support/browser.ts";
import { fileAndOpen, openFileForm } from "../support/form.ts";
import { test } from "./fixtures.ts";

const textFile = (name: string, text: string | Buffer) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

const LOG = [
  "09:12:44 INFO version 1.2.3 started",
  "09:12:45 INFO mia@example.org signed in from 203.0.113.57",
  "09:12:46 WARN password=hunter2 was refused",
  "",
].join("\n");

/** Downloads a file of a report's card and returns its bytes. */
async function download(page: Page, card: Locator, name: string): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    card.getByRole("button", { name: `Download ${name}` }).click(),
  ]);
  return readFileSync(await file.path());
}

test.describe("a text file with what is likely private", () => {
  test("threat 45: is stored with strikes, one of which is left in by keyboard, and its name says how many", async ({
    member: { page },
  }) => {
    await page.setViewportSize(PHONE_SIZE);
    const { form, input } = await openFileForm(page);
    await input.setInputFiles(textFile("app.log", LOG));
    const parts = form.getByRole("group", { name: "Likely private in app.log" });
    await expect(parts.getByRole("checkbox")).toHaveCount(3);
    for (const [label, line] of [
      ["Line 2: e-mail address", "09:12:45 INFO mia@example.org signed in from 203.0.113.57"],
      ["Line 2: IP address", "09:12:45 INFO mia@example.org signed in from 203.0.113.57"],
      ["Line 3: password", "09:12:46 WARN password=hunter2 was refused"],
    ] as const) {
      await expect(parts.getByRole("checkbox", { name: label })).toBeChecked();
      await expect(parts.getByRole("checkbox", { name: label })).toHaveAccessibleDescription(line);
    }
    await expect(form.getByText("3 of 3 likely private parts struck out")).toBeVisible();
    await expectNoViolations(page, "the parts of a log on a phone");
    await parts.getByRole("button", { name: "Strike out all" }).focus();
    // Leave all in, e-mail address, IP address.
    for (let press = 0; press < 3; press += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await expect(parts.getByRole("checkbox", { name: "Line 2: IP address" })).not.toBeChecked();
    await expect(form.getByText("app (2 struck out).log", { exact: true })).toBeVisible();
    const card = await fileAndOpen(page, form);
    expect((await download(page, card, "app (2 struck out).log")).toString()).toBe(
      LOG.replace("mia@example.org", "[struck out: e-mail address]").replace("hunter2", "[struck out: password]"),
    );
  });

  test("is stored unchanged under its own name if all is left in; JSON stays valid; UTF-16 stays UTF-16", async ({
    member: { page },
  }) => {
    const { form, input } = await openFileForm(page);
    const utf16 = Buffer.from("\ufeffcall mia@example.org\r\n", "utf16le");
    await input.setInputFiles([
      textFile("app.log", LOG),
      { name: "data.json", mimeType: "application/json", buffer: Buffer.from('{"password":12345,"n":1}') },
      textFile("wide.txt", utf16),
    ]);
    await form
      .getByRole("group", { name: "Likely private in app.log" })
      .getByRole("button", { name: /^Leave/ })
      .click();
    await expect(form.getByText("0 of 3 likely private parts struck out")).toBeVisible();
    const card = await fileAndOpen(page, form);
    expect((await download(page, card, "app.log")).toString()).toBe(LOG);
    expect(JSON.parse((await download(page, card, "data (1 struck out).json")).toString())).toEqual({
      password: "[struck out: password]",
      n: 1,
    });
    const wide = await download(page, card, "wide (1 struck out).txt");
    expect(wide.toString("utf16le")).toBe("\ufeffcall [struck out: e-mail address]\r\n");
  });

  test("is said to be likely, never safe; a file in another encoding is left alone and says so", async ({
    member: { page },
  }) => {
    const { form, input } = await openFileForm(page);
    const latin1 = Buffer.from("caf\u00e9 mia@example.org", "latin1");
    await input.setInputFiles([textFile("plain.txt", "It broke."), textFile("old.txt", latin1)]);
    const rows = form.getByRole("listitem");
    await expect(rows.filter({ hasText: "plain.txt" })).toContainText(
      "Nothing likely private was found. Please look through the file yourself, too.",
    );
    await expect(rows.filter({ hasText: "old.txt" })).toContainText(
      "Not looked through for private data: the file is neither in UTF-8 nor in UTF-16.",
    );
    await expect(form.getByText(/without what a camera adds.*likely private/)).toBeVisible();
    await expect(form).not.toContainText(/\bsafe\b/i);
    const card = await fileAndOpen(page, form);
    expect(await download(page, card, "old.txt")).toEqual(latin1);
  });

  test("after a reload the draft has the same strikes, which can still be changed", async ({ member: { page } }) => {
    const { form, input } = await openFileForm(page);
    await input.setInputFiles(textFile("app.log", LOG));
    await form.getByRole("checkbox", { name: "Line 3: password" }).uncheck();
    await form.getByLabel("Title").fill("With a log");
    // The marker in localStorage shows that the draft is saved.
    await page.waitForFunction(() => (localStorage.getItem("logbook.draft") ?? "").includes("With a log"));
    await page.reload();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(form.getByText("app (2 struck out).log", { exact: true })).toBeVisible();
    await expect(form.getByRole("checkbox", { name: "Line 3: password" })).not.toBeChecked();
    await form.getByRole("checkbox", { name: "Line 3: password" }).check();
    await expect(form.getByText("app (3 struck out).log", { exact: true })).toBeVisible();
  });

  test("threat 45: is not sent while the code that looks through it cannot be loaded", async ({
    member: { page, log },
  }) => {
    await page.route("**/assets/private-text-*.js", (route) => route.abort());
    const { form, input } = await openFileForm(page);
    await input.setInputFiles(textFile("app.log", LOG));
    await expect(form.getByText("This file could not be looked through for private data.")).toBeVisible();
    await form.getByLabel("Title").fill("With a log");
    await form.getByLabel("Description").fill("See the log.");
    await form.getByRole("button", { name: "Submit" }).click();
    await expect(form.getByText("Your report was not added: one file could not be attached")).toBeVisible();
    expect(log.join("\n")).not.toContain("hunter2");
  });
});
