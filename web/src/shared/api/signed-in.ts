import type { User } from "@logbook/domain";

/** Both sign-in calls' body; the password is sent as typed. */
export interface Credentials {
  username: string;
  password: string;
}

/** Both sign-in calls' answer: `token` is a custom token for Auth. */
export interface SignedIn {
  success: boolean;
  user: User;
  token: string;
}
