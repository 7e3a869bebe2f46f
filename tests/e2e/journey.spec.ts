import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import { test } from "../support/page-errors.ts";
import { grantAdmin, type RegisteredMember, registerInNewWindow } from "./actors.ts";

const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff]);

const fixturePath = (name: string): string => fileURLToPath(new URL(`../support/fixtures/${name}`, import.meta.url));

test("a member reports a bug with files and amends it; an admin changes its status and deletes it", async ({
  browser,
}) => {
  const mia = await registerInNewWindow(browser, "mia");
  const ada = await registerInNewWindow(browser, "ada");
  await grantAdmin(ada.username);
  await ada.page.reload();
  await expect(ada.page.getByText("(Admin)")).toBeVisible();

  const title = `Sign-up form swallows the error ${mia.username}`;
  const form = mia.page.getByRole("form", { name: "Report Bug" });
  const cardFor = ({ page }: RegisteredMember) => page.getByRole("article").filter({ hasText: title });

  await test.step("Mia reports a bug with a picture, a PDF and a log", async () => {
    await mia.page.getByRole("button", { name: "Report Bug" }).click();
    await expect(mia.page.getByRole("button", { name: "Close Bug Form" })).toBeVisible();
    await expect(form.getByLabel("Reporter")).toHaveValue(mia.username);
    await form.getByLabel("Title").fill(title);
    await form.getByLabel("Description").fill("The button does nothing. See https://example.org/sign-up for the form.");
    await form.getByLabel("Severity").selectOption("HIGH");
    await form.getByLabel("Steps to Reproduce").fill("1. Open the form\n2. Send it");
    await form
      .locator("input[type=file]")
      .setInputFiles([
        fixturePath("broken-form.png"),
        fixturePath("error-report.pdf"),
        fixturePath("browser-console.log"),
      ]);
    // The page converts pictures to JPEG.
    await expect(form.getByText("broken-form.jpg")).toBeVisible();
    await expect(form.getByText(/resized from 1600 × 1200/)).toBeVisible();
    await form.getByRole("button", { name: /submit/i }).click();
    await expect(form).toBeHidden();
    await expect(mia.page.getByRole("button", { name: "Report Bug" })).toBeVisible();
  });

  await test.step("Mia finds the report in the list with all her texts", async () => {
    await mia.page.getByRole("searchbox").fill(mia.username);
    await expect(cardFor(mia)).toHaveCount(1);
    await expect(cardFor(mia)).toContainText("Open");
    await expect(cardFor(mia)).toContainText("High");
    await expect(cardFor(mia).getByText("Only admins can modify issues")).toBeVisible();
    await expect(cardFor(mia).getByRole("link", { name: "https://example.org/sign-up" })).toHaveAttribute(
      "href",
      "https://example.org/sign-up",
    );
    await cardFor(mia).getByRole("button", { name: "View all details" }).click();
    await expect(cardFor(mia)).toContainText("2. Send it");
  });

  await test.step("the stored picture is a JPEG of 1024 px, and the other files are unchanged", async () => {
    await cardFor(mia).getByRole("button", { name: "View image broken-form.jpg" }).click();
    const viewer = mia.page.getByRole("dialog");
    const picture = viewer.getByRole("img", { name: "broken-form.jpg" });
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]))
      .toEqual([1024, 768]);
    const [savedPicture] = await Promise.all([
      mia.page.waitForEvent("download"),
      viewer.getByRole("button", { name: "Download" }).click(),
    ]);
    const bytes = readFileSync(await savedPicture.path());
    expect(bytes.subarray(0, 3)).toEqual(JPEG_SIGNATURE);
    await mia.page.keyboard.press("Escape");
    await expect(viewer).toBeHidden();

    for (const name of ["error-report.pdf", "browser-console.log"]) {
      const [savedFile] = await Promise.all([
        mia.page.waitForEvent("download"),
        cardFor(mia)
          .getByRole("button", { name: new RegExp(name) })
          .click(),
      ]);
      expect(savedFile.suggestedFilename()).toBe(name);
      expect(readFileSync(await savedFile.path())).toEqual(readFileSync(fixturePath(name)));
    }
  });

  await test.step("Mia amends the report", async () => {
    const addButton = cardFor(mia).getByRole("button", { name: "Add amendment" });
    await expect(addButton).toBeDisabled();
    await cardFor(mia).getByRole("textbox", { name: "Amendment" }).fill("It also happens in private windows.");
    await addButton.click();
    await expect(
      cardFor(mia).getByRole("listitem").filter({ hasText: "It also happens in private windows." }),
    ).toContainText(mia.username);
  });

  await test.step("Ada moves the report one step forward, back, and forward again", async () => {
    await ada.page.getByRole("searchbox").fill(mia.username);
    await cardFor(ada).getByRole("button", { name: "Mark as In Progress" }).click();
    await expect(cardFor(ada).getByRole("button", { name: "Mark as Testing" })).toBeVisible();
    await cardFor(ada).getByRole("button", { name: "Back to Open" }).click();
    await expect(cardFor(ada).getByRole("button", { name: "Mark as In Progress" })).toBeVisible();
    await cardFor(ada).getByRole("button", { name: "Mark as In Progress" }).click();
    await expect(cardFor(ada).getByRole("button", { name: "Mark as Testing" })).toBeVisible();
    await mia.page.reload();
    await expect(cardFor(mia)).toContainText("In Progress");
  });

  await test.step("Ada cancels a deletion, then deletes the report", async () => {
    await cardFor(ada).getByRole("button", { name: "Delete" }).click();
    await ada.page.getByRole("alertdialog").getByRole("button", { name: "Keep it" }).click();
    await expect(cardFor(ada)).toBeVisible();
    await cardFor(ada).getByRole("button", { name: "Delete" }).click();
    await ada.page.getByRole("alertdialog").getByRole("button", { name: "Delete report" }).click();
    // Wait for the message, since the open dialog also hides the card.
    await expect(ada.page.getByText("The report was deleted.")).toBeVisible();
    await expect(cardFor(ada)).toBeHidden();
    await mia.page.reload();
    await expect(mia.page.getByRole("searchbox")).toBeVisible();
    await expect(cardFor(mia)).toHaveCount(0);
  });

  await test.step("Mia signs out and sees the login instead of the dashboard", async () => {
    await mia.page.getByRole("button", { name: "Logout" }).click();
    await expect(mia.page.getByLabel("Username")).toBeVisible();
    await mia.page.reload();
    await expect(mia.page.getByLabel("Username")).toBeVisible();
    await expect(mia.page.getByText("Welcome,")).toHaveCount(0);
  });

  expect(mia.problems).toEqual([]);
  expect(ada.problems).toEqual([]);
});
