import { expect, type Locator, type Page } from "@playwright/test";
import { holdRequests, logIn } from "../support/page.ts";
import { newMember, serviceCalls, setPageHeader, test } from "./fixtures.ts";

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

  test("no list of reports is requested before a user is signed in", async ({ page }) => {
    const requestedUrls: string[] = [];
    page.on("request", (request) => requestedUrls.push(request.url()));
    await page.reload();
    await expect(page.getByLabel("Username")).toBeVisible();
    expect(requestedUrls.filter((url) => url.includes("/api/issues"))).toEqual([]);
  });
});

/** Submits the form; expects the error to mark and describe the `invalid` fields, and `focused` to have focus. */
async function expectInvalidFields(
  page: Page,
  { username, password, press }: { username: string; password: string; press: string },
  invalid: readonly string[],
  focused: string,
): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: press }).click();
  const error = await page.getByRole("alert").getAttribute("id");
  for (const label of ["Username", "Password"]) {
    const field = page.getByLabel(label, { exact: true });
    const describing = (await field.getAttribute("aria-describedby")) ?? "";
    expect(describing.split(" ").includes(error!), `the error describes ${label}`).toBe(invalid.includes(label));
    if (invalid.includes(label)) await expect(field).toHaveAttribute("aria-invalid", "true");
    else await expect(field).not.toHaveAttribute("aria-invalid");
  }
  await expect(page.getByLabel(focused, { exact: true })).toBeFocused();
}

test.describe("sections 5 and 8: login and register", () => {
  test.beforeEach(({ page }) => page.goto("/"));

  for (const [what, username, password] of [
    ["both", "", ""],
    ["a blank username", "   ", "secret-word"],
    ["a blank password", "somebody", "   "],
  ] as const)
    test(`empty fields, ${what}: 'Please fill in all fields'`, async ({ page }) => {
      await page.getByLabel("Username").fill(username);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Login" }).click();
      await expect(page.getByRole("alert")).toHaveText("Please fill in all fields");
    });

  test("login failure: 'Invalid credentials'", async ({ page }) => {
    const { username } = newMember();
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page.getByRole("alert")).toHaveText("Invalid credentials");
    await expect(page.getByLabel("Username")).toHaveValue(username);
  });

  test("register failure: 'Username already exists'", async ({ page }) => {
    const { username } = newMember();
    await page.getByRole("button", { name: "Register" }).click();
    await page.getByLabel("Username").fill(username.toUpperCase());
    await page.getByLabel("Password", { exact: true }).fill("another password");
    await page.getByRole("button", { name: "Register" }).click();
    await expect(page.getByRole("alert")).toHaveText("Username already exists");
  });

  for (const [button, path, message] of [
    ["Login", "login", "Invalid credentials"],
    ["Register", "register", "Username already exists"],
  ] as const)
    for (const status of [200, 400, 401, 409, 500])
      test(`${button} answered ${status} and 'success: false' without a code: '${message}'`, async ({ page }) => {
        await page.route(`**/api/auth/${path}`, (route) =>
          route.fulfill({ status, json: { success: false, error: "No." } }),
        );
        if (button === "Register") await page.getByRole("button", { name: button }).click();
        await page.getByLabel("Username").fill("somebody");
        await page.getByLabel("Password", { exact: true }).fill("secret-word");
        await page.getByRole("button", { name: button, exact: true }).click();
        await expect(page.getByRole("alert")).toHaveText(message);
      });

  for (const [what, name, secret, invalid, focused] of [
    ["a username that is taken", "", "another password", ["Username"], "Username"],
    ["a username that cannot be one", "no/name", "another password", ["Username"], "Username"],
    ["a weak password", "somebody-new", "short", ["Password"], "Password"],
    ["no username", " ", "another password", ["Username"], "Username"],
    ["no password", "somebody-new", "", ["Password"], "Password"],
  ] as const)
    test(`register failure, ${what}: that field is marked and has the focus`, async ({ page }) => {
      const username = name || newMember().username;
      await page.getByRole("button", { name: "Register" }).click();
      await expectInvalidFields(page, { username, password: secret, press: "Register" }, invalid, focused);
    });

  test("login failure: both fields are marked, the password has the focus", async ({ page }) => {
    const { username } = newMember();
    const typed = { username, password: "not the password", press: "Login" };
    await expectInvalidFields(page, typed, ["Username", "Password"], "Password");
  });

  test("the result of a login is shown in the login form even if the user has switched to the other form", async ({
    page,
  }) => {
    const release = await holdRequests(page, "**/api/auth/login");
    await logIn(page, { ...newMember(), password: "not the password" });
    await expect(page.getByRole("button", { name: "Loading..." })).toBeVisible();
    await page.getByRole("button", { name: "Register" }).click();
    await expect(page.getByRole("heading", { name: "Register" })).toBeVisible();
    release();
    await expect(page.getByRole("alert")).toHaveText("Invalid credentials");
    await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
  });

  test("the button shows 'Loading...' while busy, and two presses send one request", async ({ page }) => {
    let calls = 0;
    let release = (): void => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route("**/api/auth/login", async (route) => {
      calls += 1;
      await held;
      await route.continue();
    });
    await page.getByLabel("Username").fill("somebody");
    await page.getByLabel("Password", { exact: true }).fill("secret-word");
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page.getByRole("button", { name: "Loading..." })).toBeVisible();
    await page.getByLabel("Password", { exact: true }).press("Enter");
    release();
    await expect(page.getByRole("alert")).toHaveText("Invalid credentials");
    expect(calls).toBe(1);
  });

  test("without a response from the server the form shows an error and keeps its input", async ({ page }) => {
    await page.route("**/api/auth/login", (route) => route.abort());
    await page.getByLabel("Username").fill("somebody");
    await page.getByLabel("Password", { exact: true }).fill("secret-word");
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("secret-word");
    await expect(page.locator("[aria-invalid]")).toHaveCount(0);
  });
});

test("on a phone the page is scrolled to the top after registration", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
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

test("a failed password change marks and focuses only the wrong field", async ({ open }) => {
  const person = newMember();
  const { page } = await open(person);
  await page.getByRole("button", { name: "My account" }).click();
  await page.getByRole("button", { name: "Change my password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change my password" });
  const [current, next] = [dialog.getByLabel("Current password"), dialog.getByLabel("New password")];
  const expectMarked = async (typed: [string, string], error: string, marked: readonly Locator[]) => {
    await current.fill(typed[0]);
    await next.fill(typed[1]);
    await dialog.getByRole("button", { name: "Change password" }).click();
    await expect(dialog.getByRole("alert")).toContainText(error);
    for (const field of [current, next])
      if (marked.includes(field)) await expect(field).toHaveAttribute("aria-invalid", "true");
      else await expect(field).not.toHaveAttribute("aria-invalid");
    if (marked[0]) await expect(marked[0]).toBeFocused();
  };
  await expectMarked(["", ""], "Please fill in all fields", [current, next]);
  await expectMarked([person.password, " "], "Please fill in all fields", [next]);
  await expectMarked(["not this one", "battery staple"], "current password is not right", [current]);
  await expectMarked([person.password, "short"], "at least 6 characters", [next]);
  await page.route("**/api/auth/password", (route) => route.abort());
  await expectMarked([person.password, "battery staple"], "cannot be reached", []);
});

// docs/deploy.md, step 3: if a key is restricted to websites, Google refuses its calls without a Referer header.
test.describe("the page's requests to Google", () => {
  for (const [policy, isNamed] of [
    ["no-referrer", false],
    ["strict-origin", true],
  ] as const)
    test(`${isNamed ? "name" : "do not name"} the page's origin under the policy ${policy}`, async ({
      open,
      origin,
    }) => {
      // Set the header before the first visit, because a cached page keeps its policy.
      setPageHeader("referrer-policy", policy);
      const { page } = await open(newMember());
      await page.goto("/favicon.png");
      await page.evaluate(() => {
        const token = JSON.parse(localStorage.getItem("logbook.token")!);
        localStorage.setItem("logbook.token", JSON.stringify({ ...token, until: 0 }));
      });
      serviceCalls().length = 0;
      await page.goto("/");
      for (const path of ["/v1/token?key=", "/google.firestore.v1.Firestore/Listen/"])
        await expect
          .poll(() => serviceCalls().find((call) => call.path.includes(path)))
          .toMatchObject({ referer: isNamed ? `${origin}/` : undefined });
    });
});
