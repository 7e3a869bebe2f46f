import { describe, expect, it } from "vitest";
import { type AuthConfig, authFindings, keyFinding } from "./auth-settings.ts";

/** Auth's settings as docs/deploy.md asks for them. */
const GOOD_AUTH = {
  signIn: { email: { enabled: true, passwordRequired: true }, phoneNumber: {}, anonymous: {} },
  client: { permissions: { disabledUserSignup: true, disabledUserDeletion: true } },
} satisfies AuthConfig;

describe("Auth's settings", () => {
  it.each<[string, AuthConfig, string]>([
    [
      "without Email/Password",
      { ...GOOD_AUTH, signIn: { email: { enabled: false } } },
      "warning: Email/Password is off",
    ],
    ["that were never set up", { client: GOOD_AUTH.client }, "warning: Email/Password is off"],
    [
      "that allow every way to sign in",
      {
        ...GOOD_AUTH,
        signIn: {
          email: { enabled: true, passwordRequired: false },
          phoneNumber: { enabled: true },
          anonymous: { enabled: true },
        },
      },
      "warning: Auth lets people sign in by Email link, Phone, Anonymous as well",
    ],
    [
      "that let people sign up and delete accounts",
      { signIn: GOOD_AUTH.signIn },
      "warning: Auth lets people sign up and delete their account without the API",
    ],
    [
      "that let people delete accounts",
      { ...GOOD_AUTH, client: { permissions: { disabledUserSignup: true } } },
      "warning: Auth lets people delete their account without the API",
    ],
  ])("%s are reported", (_, config, expectedText) => {
    const [finding] = authFindings(config, []);
    const [[kind, text]] = Object.entries(finding!) as [[string, string]];
    expect(`${kind}: ${text}`).toContain(expectedText);
  });

  it("are reported for each provider that is on", () => {
    const createProvider = (id: string, enabled?: boolean) => ({
      name: `projects/1/defaultSupportedIdpConfigs/${id}`,
      ...(enabled !== undefined && { enabled }),
    });
    const providers = [
      createProvider("google.com", true),
      createProvider("github.com", false),
      createProvider("apple.com"),
    ];
    expect(authFindings(GOOD_AUTH, providers)).toEqual([
      { warning: expect.stringContaining("sign in by google.com as") },
    ]);
  });
});

describe("Identity Toolkit's response to an unknown account", () => {
  it.each([
    ["EMAIL_NOT_FOUND", "ok"],
    ["INVALID_LOGIN_CREDENTIALS", "ok"],
    ["PASSWORD_LOGIN_DISABLED", "warning"],
    ["OPERATION_NOT_ALLOWED : The identity provider configuration is not found.", "warning"],
    ["CONFIGURATION_NOT_FOUND", "problem"],
    ["Requests from referer <empty> are blocked.", "problem"],
    ["Requests to this API identitytoolkit method SignInWithPassword are blocked.", "problem"],
    ["API key not valid. Please pass a valid API key.", "problem"],
    ["TOO_MANY_ATTEMPTS_TRY_LATER", "warning"],
  ])("%s leads to a finding of the kind %s", (message, kind) => {
    expect(Object.keys(keyFinding(message))).toEqual([kind]);
  });
});
