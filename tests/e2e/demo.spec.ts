import { expect } from "@playwright/test";
import { expectNoNewViolations } from "../support/axe.ts";
import { test } from "./fixtures.ts";

test.use({ expectedError: /^The slide show stopped/ });

test("the demo page, which a suite serves, opens the logbook by the button of report.js", async ({ page }) => {
  await page.goto("/demo");
  await page.getByRole("button", { name: "Log an error" }).click();
  const button = page.getByRole("button", { name: "Report this page" });
  await expect(button).toBeInViewport();
  await expectNoNewViolations(page, "on the demo page");
  await button.focus();
  const [tab] = await Promise.all([page.context().waitForEvent("page"), page.keyboard.press("Enter")]);
  await expect(tab.getByText("This logbook is for members only")).toBeVisible();
  const stored = await tab.evaluate(() => sessionStorage.getItem("logbook.page-report"));
  expect(JSON.parse(decodeURIComponent(stored!))).toMatchObject({
    address: `${new URL(page.url()).origin}/demo/`,
    title: "Summer fair pictures",
    errors: ["console: The slide show stopped at picture 3"],
  });
});
