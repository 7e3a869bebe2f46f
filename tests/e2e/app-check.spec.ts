import { expect, type Page, type Request } from "@playwright/test";
import { newMember } from "../support/actors.ts";
import { cardOf, search } from "../support/page.ts";
import { test } from "../support/page-errors.ts";
import { uniqueId } from "../support/suite.ts";

const TOKEN = "an-app-check-token";
const GOOGLE = "https://www.google.com/recaptcha/";
const EXCHANGE = "https://content-firebaseappcheck.googleapis.com";

// The browser knows no network address for a page that a test answers, so requests to this machine need a permission.
test.use({ permissions: ["local-network-access"] });

/** The part of reCAPTCHA's script that Firebase uses: it calls `callback` before it returns the response. */
const RECAPTCHA = `let solved;
window.grecaptcha = { enterprise: {
  ready: (then) => then(),
  render: (_, { callback }) => { solved = callback; return "widget"; },
  execute: async () => { solved(); return "solved"; },
} };`;

/** Serves the page as deployed with App Check, and answers for Google; `blocked`: reCAPTCHA's script never loads. */
async function enableAppCheck(page: Page, script: "loads" | "blocked"): Promise<void> {
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
  const tokensByCall = new Map<string, Set<string | undefined>>();
  // Firestore's listener has its headers in the body of its first request.
  const listened = page.waitForRequest(
    (request) => request.url().includes("/Listen/channel") && (request.postData() ?? "").includes(TOKEN),
  );
  page.on("request", (request: Request) => {
    const kind = `${request.method()} ${new URL(request.url()).pathname.split("/").slice(0, 4).join("/")}`;
    tokensByCall.set(kind, (tokensByCall.get(kind) ?? new Set()).add(request.headers()["x-firebase-appcheck"]));
  });
  await enableAppCheck(page, "loads");
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
    expect([...(tokensByCall.get(kind) ?? [])], kind).toEqual([TOKEN]);
  await listened;
  const uploads = [...tokensByCall].filter(([kind]) => kind.startsWith("POST /v0/b/"));
  expect(uploads.flatMap(([, tokens]) => [...tokens])).toEqual([TOKEN]);
});

test("without reCAPTCHA the page shows an error and no request waits forever", async ({ page }) => {
  const member = await newMember();
  await enableAppCheck(page, "blocked");
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
