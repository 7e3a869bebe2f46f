import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import { test } from "../support/page-errors.ts";
import { grantAdmin, registerInNewWindow } from "./actors.ts";

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
  const card = (person: typeof mia) => person.page.getByRole("article").filter({ hasText: title });

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
    await expect(form.getByText("broken-form.jpg")).toBeVisible();
    await expect(form.getByText(/resized from 1600 × 1200/)).toBeVisible();
    await form.getByRole("button", { name: /submit/i }).click();
    await expect(form).toBeHidden();
    await expect(mia.page.getByRole("button", { name: "Report Bug" })).toBeVisible();
  });

  await test.step("she finds it in the list with everything she wrote", async () => {
    await mia.page.getByRole("searchbox").fill(mia.username);
    await expect(card(mia)).toHaveCount(1);
    await expect(card(mia)).toContainText("Open");
    await expect(card(mia)).toContainText("High");
    await expect(card(mia).getByText("Only admins can modify issues")).toBeVisible();
    await expect(card(mia).getByRole("link", { name: "https://example.org/sign-up" })).toHaveAttribute(
      "href",
      "https://example.org/sign-up",
    );
    await card(mia).getByRole("button", { name: "View all details" }).click();
    await expect(card(mia)).toContainText("2. Send it");
  });

  await test.step("the stored picture is a JPEG of 1024 px, and the other files are what she attached", async () => {
    await card(mia)
      .getByRole("button", { name: /view .*broken-form\.jpg/i })
      .click();
    const viewer = mia.page.getByRole("dialog");
    const picture = viewer.getByRole("img", { name: "broken-form.jpg" });
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]))
      .toEqual([1024, 768]);
    const [download] = await Promise.all([
      mia.page.waitForEvent("download"),
      viewer.getByRole("button", { name: /download/i }).click(),
    ]);
    const bytes = readFileSync(await download.path());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    await mia.page.keyboard.press("Escape");
    await expect(viewer).toBeHidden();

    for (const name of ["error-report.pdf", "browser-console.log"]) {
      const [file] = await Promise.all([
        mia.page.waitForEvent("download"),
        card(mia)
          .getByRole("button", { name: new RegExp(name) })
          .click(),
      ]);
      expect(file.suggestedFilename()).toBe(name);
      expect(readFileSync(await file.path())).toEqual(readFileSync(fixturePath(name)));
    }
  });

  await test.step("she amends it", async () => {
    const send = card(mia).getByRole("button", { name: /add amendment/i });
    await expect(send).toBeDisabled();
    await card(mia)
      .getByRole("textbox", { name: /amendment/i })
      .fill("It also happens in private windows.");
    await send.click();
    await expect(
      card(mia).getByRole("listitem").filter({ hasText: "It also happens in private windows." }),
    ).toContainText(mia.username);
  });

  await test.step("Ada moves it along and back", async () => {
    await ada.page.getByRole("searchbox").fill(mia.username);
    await card(ada).getByRole("button", { name: "Mark as In Progress" }).click();
    await expect(card(ada).getByRole("button", { name: "Mark as Testing" })).toBeVisible();
    await card(ada)
      .getByRole("button", { name: /back .*Open/i })
      .click();
    await expect(card(ada).getByRole("button", { name: "Mark as In Progress" })).toBeVisible();
    await card(ada).getByRole("button", { name: "Mark as In Progress" }).click();
    await expect(card(ada).getByRole("button", { name: "Mark as Testing" })).toBeVisible();
    await mia.page.reload();
    await expect(card(mia)).toContainText("In Progress");
  });

  await test.step("Ada deletes it after she has confirmed", async () => {
    await card(ada)
      .getByRole("button", { name: /delete/i })
      .click();
    await ada.page
      .getByRole("alertdialog")
      .getByRole("button", { name: /cancel|keep/i })
      .click();
    await expect(card(ada)).toBeVisible();
    await card(ada)
      .getByRole("button", { name: /delete/i })
      .click();
    await ada.page
      .getByRole("alertdialog")
      .getByRole("button", { name: /delete/i })
      .click();
    // While the dialog is open the card is hidden as well.
    await expect(ada.page.getByText("The report was deleted.")).toBeVisible();
    await expect(card(ada)).toBeHidden();
    await mia.page.reload();
    await expect(mia.page.getByRole("searchbox")).toBeVisible();
    await expect(card(mia)).toHaveCount(0);
  });

  await test.step("Mia signs out and sees only the members' notice", async () => {
    await mia.page.getByRole("button", { name: /log ?out/i }).click();
    await expect(mia.page.getByLabel("Username")).toBeVisible();
    await mia.page.reload();
    await expect(mia.page.getByLabel("Username")).toBeVisible();
    await expect(mia.page.getByText("Welcome,")).toHaveCount(0);
  });

  expect(mia.problems).toEqual([]);
  expect(ada.problems).toEqual([]);
});
