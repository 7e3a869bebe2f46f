import { expect, type Locator, type Page } from "@playwright/test";
import { newMember } from "../support/people.ts";
import { test } from "./watched.ts";
import { holdBack, logIn, test as signedIn } from "./world.ts";

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

  test("no list of reports is asked for before anyone is signed in", async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.reload();
    await expect(page.getByLabel("Username")).toBeVisible();
    expect(asked.filter((url) => url.includes("/api/issues"))).toEqual([]);
  });
});

/** Sends the form, and expects these fields to be marked as wrong and described by the error, and one to have the focus. */
async function expectBlamed(
  page: Page,
  { username, password, press }: { username: string; password: string; press: string },
  blamed: readonly string[],
  focused: string,
): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: press }).click();
  const error = await page.getByRole("alert").getAttribute("id");
  for (const label of ["Username", "Password"]) {
    const field = page.getByLabel(label, { exact: true });
    const describing = (await field.getAttribute("aria-describedby")) ?? "";
    expect(describing.split(" ").includes(error!), `the error describes ${label}`).toBe(blamed.includes(label));
    if (blamed.includes(label)) await expect(field).toHaveAttribute("aria-invalid", "true");
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
    const { username } = await newMember();
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page.getByRole("alert")).toHaveText("Invalid credentials");
    await expect(page.getByLabel("Username")).toHaveValue(username);
  });

  test("register failure: 'Username already exists'", async ({ page }) => {
    const { username } = await newMember();
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

  for (const [what, name, secret, blamed, focused] of [
    ["a username that is taken", "", "another password", ["Username"], "Username"],
    ["a username that cannot be one", "no/name", "another password", ["Username"], "Username"],
    ["a weak password", "somebody-new", "short", ["Password"], "Password"],
    ["no username", " ", "another password", ["Username"], "Username"],
    ["no password", "somebody-new", "", ["Password"], "Password"],
  ] as const)
    test(`register failure, ${what}: that field is marked and has the focus`, async ({ page }) => {
      const username = name || (await newMember()).username;
      await page.getByRole("button", { name: "Register" }).click();
      await expectBlamed(page, { username, password: secret, press: "Register" }, blamed, focused);
    });

  test("login failure: both fields are marked, the password has the focus", async ({ page }) => {
    const { username } = await newMember();
    const typed = { username, password: "not the password", press: "Login" };
    await expectBlamed(page, typed, ["Username", "Password"], "Password");
  });

  test("what came of a login is said in the login form, though one has turned to the other meanwhile", async ({
    page,
  }) => {
    const release = await holdBack(page, "**/api/auth/login");
    await logIn(page, { ...(await newMember()), password: "not the password" });
    await expect(page.getByRole("button", { name: "Loading..." })).toBeVisible();
    await page.getByRole("button", { name: "Register" }).click();
    await expect(page.getByRole("heading", { name: "Register" })).toBeVisible();
    release();
    await expect(page.getByRole("alert")).toHaveText("Invalid credentials");
    await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
  });

  test("the button shows 'Loading...' while busy, and two presses send one request", async ({ page }) => {
    let calls = 0;
    let answer = (): void => undefined;
    const held = new Promise<void>((done) => {
      answer = done;
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
    answer();
    await expect(page.getByRole("alert")).toHaveText("Invalid credentials");
    expect(calls).toBe(1);
  });

  test("no answer from the server is told, and nothing typed is lost", async ({ page }) => {
    await page.route("**/api/auth/login", (route) => route.abort());
    await page.getByLabel("Username").fill("somebody");
    await page.getByLabel("Password", { exact: true }).fill("secret-word");
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("secret-word");
    await expect(page.locator("[aria-invalid]")).toHaveCount(0);
  });
});

signedIn.describe("section 4: signed in and out", () => {
  signedIn("the signed-in user is kept locally and a reload stays signed in", async ({ member: { page, person } }) => {
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem("logbook.user") ?? "null"))).toEqual({
      id: person.uid,
      username: person.username,
      isAdmin: false,
    });
    await page.reload();
    await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
  });

  signedIn("a session that Auth kept in IndexedDB, as it did before, goes on", async ({ open }) => {
    const { page, person } = await open(await newMember());
    await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith("firebase:authUser")));
    const moved = await page.evaluate(async () => {
      const key = Object.keys(localStorage).find((name) => name.startsWith("firebase:authUser")) ?? "";
      const value = JSON.parse(localStorage.getItem(key) ?? "null");
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const opening = indexedDB.open("firebaseLocalStorageDb", 1);
      opening.onupgradeneeded = () =>
        opening.result.createObjectStore("firebaseLocalStorage", { keyPath: "fbase_key" });
      const db = await done(opening);
      await done(
        db
          .transaction("firebaseLocalStorage", "readwrite")
          .objectStore("firebaseLocalStorage")
          .put({ fbase_key: key, value }),
      );
      db.close();
      for (const name of [key, "logbook.token", "logbook.list"]) localStorage.removeItem(name);
      return value !== null;
    });
    expect(moved).toBe(true);
    const restored = page.waitForResponse("**/api/me");
    await page.reload();
    expect((await restored).status()).toBe(200);
    await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
    await expect(page.getByText(/in the log/)).toBeVisible();
  });

  signedIn("logout clears the stored user and shows the members-only notice", async ({ open }) => {
    const { page } = await open(await newMember());
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByRole("heading", { name: /members only/i })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("logbook.user"))).toBeNull();
    await page.reload();
    await expect(page.getByLabel("Username")).toBeVisible();
  });

  signedIn(
    "who signs in in another window ends the session here, and keeps their own",
    async ({ browser, contextOptions }) => {
      const context = await browser.newContext(contextOptions);
      const [here, there] = [await context.newPage(), await context.newPage()];
      for (const page of [here, there]) await page.goto("/");
      const [first, second] = [await newMember(), await newMember()];
      for (const [page, person] of [
        [here, first],
        [there, second],
      ] as const) {
        await logIn(page, person);
        await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
      }
      await expect(here.getByRole("heading", { name: /members only/i })).toBeVisible();
      await expect(here.getByText("Your session has ended")).toBeVisible();
      const restored = there.waitForResponse("**/api/me");
      await there.reload();
      expect((await restored).status()).toBe(200);
      await expect(there.getByText(`Welcome, ${second.username}!`)).toBeVisible();
      expect(await there.evaluate(() => localStorage.getItem("logbook.user"))).toContain(second.uid);
      await context.close();
    },
  );

  signedIn(
    "a password that is not changed: only the field that is wrong is marked, and has the focus",
    async ({ open }) => {
      const person = await newMember();
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
    },
  );

  signedIn("a member changes their password, goes on, and logs in with the new one", async ({ open }) => {
    const person = await newMember();
    const { page } = await open(person);
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

  for (const [what, meanwhile] of [
    [
      "another of their windows is refused, and goes on too",
      async (other: Page) => {
        const refused = other.waitForResponse((answer) => answer.status() === 401);
        await other.getByRole("searchbox", { name: "Search" }).fill("anything");
        await refused;
        return async () => {
          await expect(other.getByText(/\d+ of [\d,]+ match/)).toBeVisible();
          await expect(other.getByRole("button", { name: "My account" })).toBeVisible();
        };
      },
    ],
    [
      "another of their windows ends the session",
      async (other: Page, page: Page) => {
        await other.evaluate(() => localStorage.clear());
        await expect(page.getByRole("heading", { name: /members only/i })).toBeVisible();
        return async () => undefined;
      },
    ],
  ] as const)
    signedIn(`a member changes their password and goes on, while ${what}`, async ({ open }) => {
      const person = await newMember();
      const { page } = await open(person);
      const other = await page.context().newPage();
      const restored = other.waitForResponse("**/api/me");
      await other.goto("/");
      await restored;
      const release = await holdBack(page, /signInWithCustomToken/);
      const changed = page.waitForRequest(/signInWithCustomToken/);
      await page.getByRole("button", { name: "My account" }).click();
      await page.getByRole("button", { name: "Change my password" }).click();
      const dialog = page.getByRole("dialog", { name: "Change my password" });
      await dialog.getByLabel("Current password").fill(person.password);
      await dialog.getByLabel("New password").fill("battery staple");
      await dialog.getByRole("button", { name: "Change password" }).click();
      await changed;
      const goesOn = await meanwhile(other, page);
      release();
      await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
      await expect(dialog).toBeHidden();
      await goesOn();
      const again = page.waitForResponse("**/api/me");
      await page.reload();
      expect((await again).status()).toBe(200);
      await expect(page.getByText(`Welcome, ${person.username}!`)).toBeVisible();
    });
});
