import { expect, type Page, type Request } from "@playwright/test";
import { newMember } from "../support/actors.ts";
import { cardOf, search } from "../support/page.ts";
import { test } from "../support/page-errors.ts";
import { uniqueId } from "../support/suite.ts";

const APP_CHECK_TOKEN = "an-app-check-token";
const RECAPTCHA_ORIGIN = "https://www.google.com/recaptcha/";
const APP_CHECK_API = "https://content-firebaseappcheck.googleapis.com";

// `enableAppCheck` responds with the page itself (`route.fulfill`), so Chromium knows no network address of the page.
// Such a page needs a permission to call servers on this machine.
test.use({ permissions: ["local-network-access"] });

/** Stands for reCAPTCHA's script, with only what Firebase uses. Calls `callback` before it returns a token. */
const RECAPTCHA_SCRIPT = `let onSolved;
window.grecaptcha = { enterprise: {
  ready: (callback) => callback(),
  render: (_, { callback }) => { onSolved = callback; return "widget"; },
  execute: async () => { onSolved(); return "a-recaptcha-token"; },
} };`;

/** Serves the page as deployed with App Check, and responds as Google. A `blocked` script of reCAPTCHA never loads. */
async function enableAppCheck(page: Page, recaptcha: "loads" | "blocked"): Promise<void> {
  await page.route(`**/`, async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    const policy = headers["content-security-policy"]!;
    headers["content-security-policy"] = policy
      .replace("script-src 'self'", `script-src 'self' ${RECAPTCHA_ORIGIN}`)
      .replace("connect-src 'self'", `connect-src 'self' ${APP_CHECK_API}`);
    const body = (await response.text()).replace('"projectId":', '"recaptchaSiteKey":"site-key","projectId":');
    await route.fulfill({ response, body, headers });
  });
  // A request whose handler does nothing never ends.
  await page.route(`${RECAPTCHA_ORIGIN}**`, (route) =>
    recaptcha === "blocked" ? undefined : route.fulfill({ contentType: "text/javascript", body: RECAPTCHA_SCRIPT }),
  );
  await page.route(`${APP_CHECK_API}/**`, (route) =>
    route.fulfill({ json: { token: APP_CHECK_TOKEN, ttl: "3600s" }, headers: { "access-control-allow-origin": "*" } }),
  );
}

test("with App Check on, a login, a report, an upload and the listener send an App Check token", async ({ page }) => {
  const member = await newMember();
  const tokensByCall = new Map<string, Set<string | undefined>>();
  // Firestore's listener sends its headers in the body of its first request.
  const listenerRequest = page.waitForRequest(
    (request) => request.url().includes("/Listen/channel") && (request.postData() ?? "").includes(APP_CHECK_TOKEN),
  );
  page.on("request", (request: Request) => {
    // The first three segments of the path, which contain no ids.
    const shortPath = new URL(request.url()).pathname.split("/").slice(0, 4).join("/");
    const call = `${request.method()} ${shortPath}`;
    const tokens = tokensByCall.get(call) ?? new Set();
    tokensByCall.set(call, tokens.add(request.headers()["x-firebase-appcheck"]));
  });
  await enableAppCheck(page, "loads");
  await page.goto("/");
  await page.getByLabel("Username").fill(member.username);
  await page.getByLabel("Password", { exact: true }).fill(member.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByText(`Welcome, ${member.username}!`).waitFor();

  const title = uniqueId("With App Check");
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

  for (const call of ["POST /api/auth/login", "POST /api/issues"])
    expect([...(tokensByCall.get(call) ?? [])], call).toEqual([APP_CHECK_TOKEN]);
  await listenerRequest;
  const uploads = [...tokensByCall].filter(([call]) => call.startsWith("POST /v0/b/"));
  expect(uploads.flatMap(([, tokens]) => [...tokens])).toEqual([APP_CHECK_TOKEN]);
});

test("if reCAPTCHA never loads, the page tries to log in without a token and shows the API's refusal", async ({
  page,
}) => {
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
