import { expect, type Page, type Request } from "@playwright/test";
import { newMember } from "../support/actors.ts";
import { cardOf, search } from "../support/page.ts";
import { test } from "../support/page-errors.ts";
import { uniqueId } from "../support/suite.ts";

const TOKEN = "an-app-check-token";
const GOOGLE = "https://www.google.com/recaptcha/";
const EXCHANGE = "https://content-firebaseappcheck.googleapis.com";

// A page that is answered here is of nowhere, to the browser, and may not speak to this machine unless it is allowed to.
test.use({ permissions: ["local-network-access"] });

/** reCAPTCHA's script, as far as Firebase uses it: it says that it is solved before it hands out the response. */
const RECAPTCHA = `let solved;
window.grecaptcha = { enterprise: {
  ready: (then) => then(),
  render: (_, { callback }) => { solved = callback; return "widget"; },
  execute: async () => { solved(); return "solved"; },
} };`;

/** Serves the page as it is deployed with App Check on, with Google's part played here, if `script` is let through. */
async function switchOn(page: Page, script: "there" | "blocked"): Promise<void> {
  await page.route(`**/`, async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace('"projectId":', '"recaptchaSiteKey":"site-key","projectId":');
    const policy = response
      .headers()
      ["content-security-policy"]!.replace("script-src 'self'", `script-src 'self' ${GOOGLE}`)
      .replace("connect-src 'self'", `connect-src 'self' ${EXCHANGE}`);
    await route.fulfill({
      response,
      body: html,
      headers: { ...response.headers(), "content-security-policy": policy },
    });
  });
  await page.route(`${GOOGLE}**`, (route) =>
    script === "blocked" ? undefined : route.fulfill({ contentType: "text/javascript", body: RECAPTCHA }),
  );
  await page.route(`${EXCHANGE}/**`, (route) =>
    route.fulfill({ json: { token: TOKEN, ttl: "3600s" }, headers: { "access-control-allow-origin": "*" } }),
  );
}

test("with App Check on, every write, upload and listener carries a token", async ({ page }) => {
  const member = await newMember();
  const carried = new Map<string, Set<string | undefined>>();
  // Firestore's listener has its headers in the body of its first request.
  const heard = page.waitForRequest(
    (request) => request.url().includes("/Listen/channel") && (request.postData() ?? "").includes(TOKEN),
  );
  page.on("request", (request: Request) => {
    const kind = `${request.method()} ${new URL(request.url()).pathname.split("/").slice(0, 4).join("/")}`;
    carried.set(kind, (carried.get(kind) ?? new Set()).add(request.headers()["x-firebase-appcheck"]));
  });
  await switchOn(page, "there");
  await page.goto("/");
  await page.getByLabel("Username").fill(member.username);
  await page.getByLabel("Password", { exact: true }).fill(member.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByText(`Welcome, ${member.username}!`).waitFor();

  const title = uniqueId("carried");
  await page.getByRole("button", { name: "Report Bug" }).click();
  const form = page.getByRole("form", { name: "Report Bug" });
  await form.getByLabel("Title").fill(title);
  await form.getByLabel("Description").fill("Nothing happens.");
  await form
    .locator("input[type=file]")
    .setInputFiles({ name: "n.txt", mimeType: "text/plain", buffer: Buffer.from("n") });
  await form.getByRole("button", { name: /^submit/i }).click();
  await expect(form).toBeHidden();
  await search(page, title);
  await expect(cardOf(page, title)).toBeVisible();

  for (const kind of ["POST /api/auth/login", "POST /api/issues"])
    expect([...(carried.get(kind) ?? [])], kind).toEqual([TOKEN]);
  await heard;
  const uploads = [...carried].filter(([kind]) => kind.startsWith("POST /v0/b/"));
  expect(uploads.flatMap(([, tokens]) => [...tokens])).toEqual([TOKEN]);
});

test("without reCAPTCHA the page shows an error and no request waits forever", async ({ page }) => {
  const member = await newMember();
  await switchOn(page, "blocked");
  await page.route("**/api/auth/login", async (route) => {
    expect(route.request().headers()["x-firebase-appcheck"]).toBeUndefined();
    const body = { success: false, code: "app-check", error: "This browser could not be told from a robot." };
    await route.fulfill({ status: 401, json: body });
  });
  await page.goto("/");
  await page.getByLabel("Username").fill(member.username);
  await page.getByLabel("Password", { exact: true }).fill(member.password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByText("This browser could not be told from a robot.")).toBeVisible();
});
