import { expect, type Locator, type Page } from "@playwright/test";
import { PHONE_SIZE } from "../support/browser.ts";
import { holdRequests, logIn } from "../support/page.ts";
import { newMember, setPageHeader, test } from "./fixtures.ts";

test.describe("section 2: logged out", () => {
  test.beforeEach(({ page }) => page.goto("/"));

  test("a visitor sees that the logbook is for members only, the project and its deadline", async ({ page }) => {
    await expect(page.getByRole("heading", { name: /members only/i, level: 1 })).toBeVisible();
    await expect(page.getByText("Official Website", { exact: true })).toBeVisible();
    await expect(page.getByText("September 1st 2025", { exact: true })).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(0);
  });

  test("the form toggles between login and register", async ({ page }) => {
    await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
    await page.getByRole("button", { name: "Register" }).click();
    await expect(page.getByRole("heading", { name: "Register" })).toBeVisible();
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
  });

  test("an unknown address shows the 404 page with a link to the start page", async ({ page }) => {
    await page.goto("/no/such/page");
    await expect(page.getByText("Oops! Page not found")).toBeVisible();
    await page.getByRole("link", { name: "Return to Home" }).click();
    await expect(page).toHaveURL(/\/$/);
  });

  test("no list of reports is requested before a user is signed in", async ({ page }) => {
    const requestedUrls: string[] = [];
    page.on("request", (request) => requestedUrls.push(request.url()));
    await page.reload();
    await expect(page.getByLabel("Username")).toBeVisible();
    expect(requestedUrls.filter((url) => url.includes("/api/issues"))).toEqual([]);
  });
});

async function submit(page: Page, button: "Login" | "Register", username: string, password: string): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: button, exact: true }).click();
}

/** Expects that the error marks and describes only the fields with these labels, and that the last has the focus. */
async function expectInvalidFields(page: Page, invalidLabels: readonly string[]): Promise<void> {
  const errorId = await page.getByRole("alert").getAttribute("id");
  for (const label of ["Username", "Password"]) {
    const field = page.getByLabel(label, { exact: true });
    const descriptionIds = ((await field.getAttribute("aria-describedby")) ?? "").split(" ");
    expect(descriptionIds.includes(errorId!), `the error describes ${label}`).toBe(invalidLabels.includes(label));
    if (invalidLabels.includes(label)) await expect(field).toHaveAttribute("aria-invalid", "true");
    else await expect(field).not.toHaveAttribute("aria-invalid");
  }
  await expect(page.getByLabel(invalidLabels.at(-1)!, { exact: true })).toBeFocused();
}

test.describe("sections 5 and 8: login and register", () => {
  test.beforeEach(({ page }) => page.goto("/"));

  test("login with an empty or blank field: 'Please fill in all fields'", async ({ page }) => {
    for (const [username, password] of [
      ["", ""],
      ["   ", "secret-word"],
      ["somebody", "   "],
    ] as const) {
      await submit(page, "Login", username, password);
      await expect(page.getByRole("alert")).toHaveText("Please fill in all fields");
      await page.reload();
    }
  });

  test("login failure: 'Invalid credentials', both fields are marked, and the password has the focus", async ({
    page,
  }) => {
    const { username } = await newMember();
    await submit(page, "Login", username, "not the password");
    await expect(page.getByRole("alert")).toHaveText("Invalid credentials");
    await expect(page.getByLabel("Username")).toHaveValue(username);
    await expectInvalidFields(page, ["Username", "Password"]);
  });

  // Without an error code, the page shows the same message whatever the status is.
  for (const [button, path, message] of [
    ["Login", "login", "Invalid credentials"],
    ["Register", "register", "Username already exists"],
  ] as const)
    test(`${path} failure without an error code: '${message}', whatever the status`, async ({ page }) => {
      for (const status of [200, 400, 401, 409, 500]) {
        await page.route(`**/api/auth/${path}`, (route) =>
          route.fulfill({ status, json: { success: false, error: "No." } }),
        );
        if (button === "Register") await page.getByRole("button", { name: button }).click();
        await submit(page, button, "somebody", "secret-word");
        await expect(page.getByRole("alert")).toHaveText(message);
        await page.reload();
      }
    });

  test("register failure: the wrong field is marked and has the focus; for a taken name 'Username already exists'", async ({
    page,
  }) => {
    const { username: takenName } = await newMember();
    for (const [username, password, invalidField, message] of [
      [takenName.toUpperCase(), "another password", "Username", "Username already exists"],
      ["no/name", "another password", "Username", /./],
      ["somebody-new", "short", "Password", /./],
      [" ", "another password", "Username", /./],
      ["somebody-new", "", "Password", /./],
    ] as const) {
      await page.getByRole("button", { name: "Register" }).click();
      await submit(page, "Register", username, password);
      await expect(page.getByRole("alert")).toHaveText(message);
      await expectInvalidFields(page, [invalidField]);
      await page.reload();
    }
  });

  test("a failed login is shown in the login form even if the user has switched to the register form", async ({
    page,
  }) => {
    const release = await holdRequests(page, "**/api/auth/login");
    await logIn(page, { ...(await newMember()), password: "not the password" });
    await expect(page.getByRole("button", { name: "Loading..." })).toBeVisible();
    await page.getByRole("button", { name: "Register" }).click();
    await expect(page.getByRole("heading", { name: "Register" })).toBeVisible();
    release();
    await expect(page.getByRole("alert")).toHaveText("Invalid credentials");
    await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
  });

  test("the login button shows 'Loading...' during the login, and two presses send one request", async ({ page }) => {
    let logins = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/api/auth/login")) logins += 1;
    });
    const release = await holdRequests(page, "**/api/auth/login");
    await submit(page, "Login", "somebody", "secret-word");
    await expect(page.getByRole("button", { name: "Loading..." })).toBeVisible();
    await page.getByLabel("Password", { exact: true }).press("Enter");
    release();
    await expect(page.getByRole("alert")).toHaveText("Invalid credentials");
    expect(logins).toBe(1);
  });

  test("without a response from the server the form shows an error and keeps its input", async ({ page }) => {
    await page.route("**/api/auth/login", (route) => route.abort());
    await submit(page, "Login", "somebody", "secret-word");
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("secret-word");
    await expect(page.locator("[aria-invalid]")).toHaveCount(0);
  });
});

test("on a phone the page is scrolled to the top after registration", async ({ page }) => {
  await page.setViewportSize(PHONE_SIZE);
  await page.goto("/");
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByLabel("Username").fill(`new${Date.now()}`);
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.evaluate(() => scrollTo(0, 50));
  expect(await page.evaluate(() => scrollY)).toBe(50);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText(/^Welcome, /)).toBeVisible();
  await expect(page.getByText("0 in the log")).toBeAttached();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test("a failed password change marks the invalid fields and focuses the first of them", async ({ openAs }) => {
  const person = await newMember();
  const { page } = await openAs(person);
  await page.getByRole("button", { name: "My account" }).click();
  await page.getByRole("button", { name: "Change my password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change my password" });
  const currentField = dialog.getByLabel("Current password");
  const newField = dialog.getByLabel("New password");
  const changePassword = async (currentPassword: string, newPassword: string) => {
    await currentField.fill(currentPassword);
    await newField.fill(newPassword);
    await dialog.getByRole("button", { name: "Change password" }).click();
  };
  const expectError = async (error: string, invalidFields: readonly Locator[]) => {
    await expect(dialog.getByRole("alert")).toContainText(error);
    for (const field of [currentField, newField])
      if (invalidFields.includes(field)) await expect(field).toHaveAttribute("aria-invalid", "true");
      else await expect(field).not.toHaveAttribute("aria-invalid");
    if (invalidFields[0]) await expect(invalidFields[0]).toBeFocused();
  };
  await changePassword("", "");
  await expectError("Please fill in all fields", [currentField, newField]);
  await changePassword(person.password, " ");
  await expectError("Please fill in all fields", [newField]);
  await changePassword("not this one", "battery staple");
  await expectError("current password is not right", [currentField]);
  await changePassword(person.password, "short");
  await expectError("at least 6 characters", [newField]);
  await page.route("**/api/auth/password", (route) => route.abort());
  await changePassword(person.password, "battery staple");
  await expectError("cannot be reached", []);
});

// If an API key is restricted to websites (docs/deploy.md, step 3), Google refuses calls without a Referer header.
test.describe("the page's requests to Google", () => {
  for (const [policy, hasReferer] of [
    ["no-referrer", false],
    ["strict-origin", true],
  ] as const)
    test(`${hasReferer ? "have" : "do not have"} a Referer header under the policy ${policy}`, async ({
      openAs,
      origin,
    }) => {
      // Set the header before the first visit, because a cached page keeps its policy.
      setPageHeader("referrer-policy", policy);
      const { page } = await openAs(await newMember());
      // Stop the page by opening another file, and let the stored ID token expire: the page's next start renews it.
      await page.goto("/favicon.png");
      await page.evaluate(() => {
        const token = JSON.parse(localStorage.getItem("logbook.token")!);
        localStorage.setItem("logbook.token", JSON.stringify({ ...token, until: 0 }));
      });
      const requests = [/\/v1\/token\?key=/, /\/google\.firestore\.v1\.Firestore\/Listen\//].map((url) =>
        page.waitForRequest(url),
      );
      await page.goto("/");
      for (const request of await Promise.all(requests))
        expect(request.headers().referer ?? "").toBe(hasReferer ? `${origin}/` : "");
    });
});

test.describe("section 4: signed in and out", () => {
  test("the browser stores the signed-in user, who stays signed in after a reload", async ({
    member: { page, person },
  }) => {
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem("logbook.user") ?? "null"))).toEqual({
      id: person.uid,
      username: person.username,
      isAdmin: false,
    });
    await page.reload();
    await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
  });

  test("logout clears the stored user and shows the members-only notice", async ({ openAs }) => {
    const { page } = await openAs(await newMember());
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByRole("heading", { name: /members only/i })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("logbook.user"))).toBeNull();
    await page.reload();
    await expect(page.getByLabel("Username")).toBeVisible();
  });

  test("a login as another user in another window ends the first user's session and keeps the other's", async ({
    browser,
    contextOptions,
  }) => {
    const context = await browser.newContext(contextOptions);
    const [firstPage, otherPage] = [await context.newPage(), await context.newPage()];
    const [firstUser, otherUser] = [await newMember(), await newMember()];
    for (const page of [firstPage, otherPage]) await page.goto("/");
    await logIn(firstPage, firstUser);
    await expect(firstPage.getByText(`Welcome, ${firstUser.username}!`)).toBeVisible();
    await logIn(otherPage, otherUser);
    await expect(otherPage.getByText(`Welcome, ${otherUser.username}!`)).toBeVisible();
    await expect(firstPage.getByRole("heading", { name: /members only/i })).toBeVisible();
    await expect(firstPage.getByText("Your session has ended")).toBeVisible();
    const sessionResponse = otherPage.waitForResponse("**/api/me");
    await otherPage.reload();
    expect((await sessionResponse).status()).toBe(200);
    await expect(otherPage.getByText(`Welcome, ${otherUser.username}!`)).toBeVisible();
    expect(await otherPage.evaluate(() => localStorage.getItem("logbook.user"))).toContain(otherUser.uid);
    await context.close();
  });

  test("a member changes their password, stays signed in, and later logs in with the new password", async ({
    openAs,
  }) => {
    const person = await newMember();
    const { page } = await openAs(person);
    await page.getByRole("button", { name: "My account" }).click();
    await page.getByRole("button", { name: "Change my password" }).click();
    const dialog = page.getByRole("dialog", { name: "Change my password" });
    await dialog.getByRole("button", { name: "Change password" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Please fill in all fields");
    await dialog.getByLabel("Current password").fill("not this one");
    await dialog.getByLabel("New password").fill("battery staple");
    await dialog.getByRole("button", { name: "Change password" }).click();
    await expect(dialog.getByRole("alert")).toContainText("current password is not right");
    await dialog.getByLabel("Current password").fill(person.password);
    await dialog.getByRole("button", { name: "Change password" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: "My account" })).toBeFocused();
    await page.reload();
    await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByLabel("Username").fill(person.username);
    await page.getByLabel("Password", { exact: true }).fill("battery staple");
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
  });

  /** Searches in the other window. The password change has ended this window's token, so the request gets a 401. */
  async function searchWithOldToken(otherPage: Page): Promise<void> {
    const refusal = otherPage.waitForResponse((response) => response.status() === 401);
    await otherPage.getByRole("searchbox", { name: "Search" }).fill("anything");
    await refusal;
  }

  /** Clears localStorage, which all windows share. This ends the session in each of them. */
  async function endSession(otherPage: Page, page: Page): Promise<void> {
    await otherPage.evaluate(() => localStorage.clear());
    await expect(page.getByRole("heading", { name: /members only/i })).toBeVisible();
  }

  for (const [event, causeEvent, otherStaysSignedIn] of [
    ["gets a 401 once, and stays signed in, too", searchWithOldToken, true],
    ["ends the session", endSession, false],
  ] as const)
    test(`a member changes their password and stays signed in, while another window ${event}`, async ({ openAs }) => {
      const person = await newMember();
      const { page } = await openAs(person);
      const otherPage = await page.context().newPage();
      const sessionConfirmed = otherPage.waitForResponse("**/api/me");
      await otherPage.goto("/");
      await sessionConfirmed;
      // When the page signs in again, with the API's new token, the API has already changed the password.
      const release = await holdRequests(page, /signInWithCustomToken/);
      const signInRequest = page.waitForRequest(/signInWithCustomToken/);
      await page.getByRole("button", { name: "My account" }).click();
      await page.getByRole("button", { name: "Change my password" }).click();
      const dialog = page.getByRole("dialog", { name: "Change my password" });
      await dialog.getByLabel("Current password").fill(person.password);
      await dialog.getByLabel("New password").fill("battery staple");
      await dialog.getByRole("button", { name: "Change password" }).click();
      await signInRequest;
      await causeEvent(otherPage, page);
      release();
      await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
      await expect(dialog).toBeHidden();
      if (otherStaysSignedIn) {
        await expect(otherPage.getByText(/\d+ of [\d,]+ match/)).toBeVisible();
        await expect(otherPage.getByRole("button", { name: "My account" })).toBeVisible();
      }
      const sessionResponse = page.waitForResponse("**/api/me");
      await page.reload();
      expect((await sessionResponse).status()).toBe(200);
      await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
    });
});
