import type { Finding } from "./checks.ts";

/** The used parts of a project's configuration in Identity Toolkit's Admin API (`projects/{id}/config`). */
export interface AuthConfig {
  signIn?: {
    email?: { enabled?: boolean; passwordRequired?: boolean };
    phoneNumber?: { enabled?: boolean };
    anonymous?: { enabled?: boolean };
  };
  client?: { permissions?: { disabledUserSignup?: boolean; disabledUserDeletion?: boolean } };
}

/** One of a project's `defaultSupportedIdpConfigs`. `name` ends with the provider's id, such as `google.com`. */
export interface ProviderConfig {
  name: string;
  enabled?: boolean;
}

/** The findings on a project's Auth, which should allow passwords and no other way to sign in. */
export function authFindings({ signIn, client }: AuthConfig, providers: readonly ProviderConfig[]): Finding[] {
  const { email, phoneNumber, anonymous } = signIn ?? {};
  const otherSignIns = [
    // If no password is required, Auth also lets people sign in by a link in an e-mail.
    ...(email?.enabled && email.passwordRequired === false ? ["Email link"] : []),
    ...(phoneNumber?.enabled ? ["Phone"] : []),
    ...(anonymous?.enabled ? ["Anonymous"] : []),
    ...providers.flatMap(({ name, enabled }) => (enabled ? [name.split("/").at(-1)!] : [])),
  ];
  const findings: Finding[] = [];
  if (!email?.enabled)
    findings.push({
      warning: "Email/Password is off in Auth. The deploy turns it on; if it does not, nobody can sign in.",
    });
  if (otherSignIns.length > 0)
    findings.push({
      warning: `Auth lets people sign in by ${otherSignIns.join(", ")} as well, which the logbook does not use. Turn that off: docs/deploy.md, step 2.`,
    });
  const { disabledUserSignup = false, disabledUserDeletion = false } = client?.permissions ?? {};
  const bypasses = [
    ...(disabledUserSignup ? [] : ["sign up"]),
    ...(disabledUserDeletion ? [] : ["delete their account"]),
  ];
  if (bypasses.length > 0)
    findings.push({
      warning: `Auth lets people ${bypasses.join(" and ")} without the API. Switch this off: docs/deploy.md, step 2.`,
    });
  return findings.length > 0 ? findings : [{ ok: "Auth takes passwords and nothing else." }];
}

/** The finding for each message of Identity Toolkit about the API key. The first matching pattern counts. */
const KEY_OUTCOMES: readonly [message: RegExp, finding: Finding][] = [
  [
    /^(EMAIL_NOT_FOUND|INVALID_LOGIN_CREDENTIALS|INVALID_PASSWORD)/,
    { ok: "The key that passwords are checked with is accepted from here." },
  ],
  [
    /^(PASSWORD_LOGIN_DISABLED|OPERATION_NOT_ALLOWED)/,
    { warning: "Auth takes no passwords yet, so the key could not be tried. The deploy turns Email/Password on." },
  ],
  [
    /^CONFIGURATION_NOT_FOUND/,
    { problem: "The project has no Auth yet. Set it up with Email/Password: docs/deploy.md, step 2." },
  ],
  [
    /referer/i,
    {
      problem:
        "The web API key is restricted to websites, so the function could not check passwords. Make it a key of its own and set serverApiKey: docs/deploy.md, step 3.",
    },
  ],
  [
    /^API key (not valid|expired)/i,
    { problem: "Google does not know the API key that passwords are checked with. Copy it again." },
  ],
  [
    /are blocked/,
    {
      problem:
        "The API key that passwords are checked with may not call the Identity Toolkit API, or not from everywhere. Allow it: docs/deploy.md, step 3.",
    },
  ],
];

/**
 * The finding on the API key. `message` is Identity Toolkit's refusal of a sign-in with a made-up account, or
 * says why no refusal came.
 */
export function keyFinding(message: string): Finding {
  const outcome = KEY_OUTCOMES.find(([pattern]) => pattern.test(message));
  return outcome?.[1] ?? { warning: `The key that passwords are checked with could not be tried: ${message}` };
}
