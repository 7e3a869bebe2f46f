import type { User } from "@logbook/domain";
import { request } from "./http.ts";

export interface Credentials {
  username: string;
  password: string;
}

/** The response to the login and the registration call. `token` is a custom token for Firebase Auth. */
interface SignInResponse {
  success: boolean;
  user: User;
  token: string;
}

/** `POST /api/auth/login` and `POST /api/auth/register` (section 7). */
export const requestSignIn = (mode: "login" | "register", body: Credentials) =>
  request<SignInResponse>(`/api/auth/${mode}`, { method: "POST", body, isAnonymous: true });
