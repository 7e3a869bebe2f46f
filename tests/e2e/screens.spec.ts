import { expect, type Page } from "@playwright/test";
import { expectNoViolations } from "../support/axe.ts";
import { test } from "../support/page-errors.ts";
import { registerInNewWindow } from "./actors.ts";

async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth).toBe(clientWidth);
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test("the logged-out page shows the members-only notice, the project and the deadline", async ({ page }) => {
      await page.goto("/");
      await expect(page.getByRole("heading", { name: /members only/i })).toBeVisible();
      await expect(page.getByText("Official Website").first()).toBeVisible();
      await expect(page.getByText("September 1st 2025").first()).toBeVisible();
      await expectNoViolations(page, test.info().title);
      await expectNoHorizontalScroll(page);
    });

    test("an unknown address shows the 404 page with a link to the start page", async ({ page }) => {
      await page.goto("/no/such/page");
      await expect(page.getByText("Oops! Page not found")).toBeVisible();
      await expectNoViolations(page, test.info().title);
      await page.getByRole("link", { name: "Return to Home" }).click();
      await expect(page).toHaveURL(/\/$/);
    });

    test("the dashboard and its forms are complete and accessible, and both forms share the typed title", async ({
      browser,
    }) => {
      const { page, problems } = await registerInNewWindow(browser, "sam");
      for (const name of ["Project Information", "Reports", "Status"])
        await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
      await expectNoViolations(page, test.info().title);
      await expectNoHorizontalScroll(page);
      await page.getByRole("button", { name: "Report Bug" }).click();
      await expect(page.getByLabel("Actual Result")).toBeVisible();
      await page.getByLabel("Title").fill("Kept");
      await page.getByRole("button", { name: "Request Feature" }).click();
      await expect(page.getByLabel("How It Works")).toBeVisible();
      await expect(page.getByRole("button", { name: "Close Feature Form" })).toBeVisible();
      await expect(page.getByLabel("Title")).toHaveValue("Kept");
      await expectNoViolations(page, test.info().title);
      await expectNoHorizontalScroll(page);
      expect(problems).toEqual([]);
    });
  });
}

test("the login form shows an error for empty fields and for wrong credentials", async ({ page }) => {
  await page.goto("/");
  const loginButton = page.getByRole("button", { name: "Login" });
  await loginButton.click();
  await expect(page.getByRole("alert")).toHaveText("Please fill in all fields");
  await page.getByLabel("Username").fill("nobody-of-that-name");
  await page.getByLabel("Password", { exact: true }).fill("wrong-password");
  await loginButton.click();
  await expect(page.getByRole("alert")).toHaveText("Invalid credentials");
});
