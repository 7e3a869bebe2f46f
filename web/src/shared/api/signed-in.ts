import type { User } from "@logbook/domain";

/** The body of the login and the registration call. */
export interface Credentials {
  username: string;
  password: string;
}

/** The answer to the login and the registration call. `token` is a custom token for Firebase Auth. */
export interface SignedIn {
  success: boolean;
  user: User;
  token: string;
}
