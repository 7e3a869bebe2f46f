import { LIMITS } from "./limits.ts";

const EMAIL_ENDING = "@members.invalid";

/** The e-mail address of an account at Firebase Auth. `randomName` must be unguessable: nobody may know the address. */
export function accountEmail(randomName: string): string {
  return `${randomName}${EMAIL_ENDING}`;
}

/** The password at Firebase Auth. No client knows the secret, so a password set through Auth's own API is useless. */
export function accountPassword(secret: string, password: string): string {
  return `${secret}${password}`;
}

// Longer texts are no passwords, and normalising a request body full of accents would take seconds.
const MAX_NORMALIZED_LENGTH = 10 * LIMITS.passwordMax;

/** The form in which a new password is set, NFC: a device may type é as one character, another one as two. */
export function normalizePassword(password: string): string {
  return password.length > MAX_NORMALIZED_LENGTH ? password : password.normalize("NFC");
}

/** The forms in which to check a typed password, NFC first. Earlier versions set passwords in the form as typed. */
export function passwordForms(password: string): string[] {
  if (password.length > MAX_NORMALIZED_LENGTH) return [password];
  return [...new Set([password.normalize("NFC"), password, password.normalize("NFD")])];
}

/** The sign-in methods of an account at Firebase Auth. */
interface Account {
  email?: string;
  phoneNumber?: string;
  providerData: readonly { providerId: string }[];
}

// The logbook links no provider and no phone number to an account, so somebody else has linked each of these.
const linkedProviders = ({ providerData }: Account): string[] =>
  providerData.map(({ providerId }) => providerId).filter((id) => id !== "password");

/** Whether a sign-in method other than the logbook's password was added to the account through Auth's own API. */
export function hasOtherSignInMethod(account: Account): boolean {
  const hasLogbookEmail = account.email?.endsWith(EMAIL_ENDING) ?? false;
  return linkedProviders(account).length > 0 || !hasLogbookEmail;
}

/** An update for the Admin SDK's `updateUser` that leaves the password as the only sign-in method. */
export function passwordOnlyUpdate(account: Account, randomName: string) {
  return {
    // Auth would mail a password reset to a real address.
    email: accountEmail(randomName),
    emailVerified: false,
    // `phoneNumber: null` removes the number and unlinks the provider `phone`.
    ...(account.phoneNumber !== undefined && { phoneNumber: null }),
    providersToUnlink: linkedProviders(account).filter((id) => id !== "phone"),
  };
}

const SECOND_MS = 1000;

/** The `validSince` that ends all sessions opened up to `now`. Sessions opened in the second `validSince` are valid. */
export function nextSecond(now: number): Date {
  return new Date((Math.floor(now / SECOND_MS) + 1) * SECOND_MS);
}
