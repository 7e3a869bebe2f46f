const EMAIL_DOMAIN = "@members.invalid";

/** The e-mail address of an account at Firebase Auth. Nobody signs in by it, so `random` must be unguessable. */
export function accountEmail(random: string): string {
  return `${random}${EMAIL_DOMAIN}`;
}

/**
 * The password of the account at Firebase Auth: the secret in `usernames/{folded}`, which no client can read, and the
 * member's password. A thief with an ID token can set a password through Auth's own API, but none with this secret.
 */
export function accountPassword(secret: string, password: string): string {
  return `${secret}${password}`;
}

/** The sign-in methods of an account at Firebase Auth. */
interface Account {
  email?: string;
  phoneNumber?: string;
  providerData: readonly { providerId: string }[];
}

// The logbook itself never links a provider or a phone number.
const linkedProviders = ({ providerData }: Account): string[] =>
  providerData.map(({ providerId }) => providerId).filter((id) => id !== "password");

/** Whether a sign-in method other than the logbook's password was added to the account through Auth's own API. */
export function hasOtherSignInMethod(account: Account): boolean {
  return linkedProviders(account).length > 0 || account.email?.endsWith(EMAIL_DOMAIN) !== true;
}

/**
 * An update for the Admin SDK's `updateUser` that leaves the password as the only sign-in method. It unlinks providers
 * and phone number and replaces the e-mail address: Auth would reset a password by mail to an address that exists.
 */
export function passwordOnlyUpdate(account: Account, random: string) {
  return {
    email: accountEmail(random),
    emailVerified: false,
    ...(account.phoneNumber !== undefined && { phoneNumber: null }),
    providersToUnlink: linkedProviders(account).filter((id) => id !== "phone"),
  };
}
