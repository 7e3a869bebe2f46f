const ADDRESS_END = "@members.invalid";

/** The address of a member's account, whose members have a name alone: of something random, so that nobody can guess it. */
export function accountAddress(random: string): string {
  return `${random}${ADDRESS_END}`;
}

/**
 * The password that Auth checks for an account. With a stolen token anyone can give the account a password through Auth's
 * own API, but none that begins with the account's secret, which stands in `usernames/{folded}` where nobody reads it. An
 * account from before there were secrets has none until its next new password.
 */
export function accountPassword(secret: string | undefined, password: string): string {
  return `${secret ?? ""}${password}`;
}

/** An account of Auth, as far as people can get into it. */
interface Account {
  email?: string;
  phoneNumber?: string;
  providerData: readonly { providerId: string }[];
}

/** The ways into an account that this logbook never opens: providers and a telephone number, linked through Auth's own API. */
const linkedProviders = ({ providerData }: Account): string[] =>
  providerData.map(({ providerId }) => providerId).filter((id) => id !== "password");

/** Whether somebody has opened a way into the account through Auth's own API. */
export function hasOtherWayIn(account: Account): boolean {
  return linkedProviders(account).length > 0 || account.email?.endsWith(ADDRESS_END) !== true;
}

/**
 * The change of an account that leaves its password as the only way in: linked providers and telephone number go, and
 * the address, by which Auth would reset a password, becomes another that nobody knows.
 */
export function onlyWayIn(account: Account, random: string) {
  return {
    email: accountAddress(random),
    emailVerified: false,
    ...(account.phoneNumber !== undefined && { phoneNumber: null }),
    providersToUnlink: linkedProviders(account).filter((id) => id !== "phone"),
  };
}
