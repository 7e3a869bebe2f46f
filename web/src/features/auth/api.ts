import type { User } from "@logbook/domain";
import { request } from "../../shared/api/http.ts";

export interface Credentials {
  username: string;
  password: string;
}

/** `POST /api/auth/login` and `POST /api/auth/register` (section 7). `token` is a custom token for Firebase Auth. */
export const requestSignIn = (mode: "login" | "register", body: Credentials) =>
  request<{ user: User; token: string }>(`/api/auth/${mode}`, { method: "POST", body, isAnonymous: true });
