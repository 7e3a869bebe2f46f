import type { PasswordReset, User, WireRegistration } from "@logbook/domain";
import { request } from "../../shared/api/http.ts";

export interface Credentials {
  username: string;
  password: string;
}

/** `POST /api/auth/login` and `POST /api/auth/register` (section 7). `token` is a custom token for Firebase Auth. */
export const requestSignIn = (mode: "login" | "register", body: Credentials) =>
  request<{ user: User; token: string }>(`/api/auth/${mode}`, { method: "POST", body, isAnonymous: true });

/** `GET /api/auth/registration`: whether one can register, before the form is filled in. */
export const readRegistration = () => request<WireRegistration>("/api/auth/registration", { isAnonymous: true });

/** `POST /api/auth/reset-password`: sets a new password with an admin's reset link, and ends all sessions. */
export const resetPassword = (body: PasswordReset) =>
  request<{ success: true }>("/api/auth/reset-password", { method: "POST", body, isAnonymous: true });
