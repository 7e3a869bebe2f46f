import type { PasswordChange } from "@logbook/domain";
import { request } from "./http.ts";

/** `POST /api/auth/password`: the response's custom token starts this window's new session. */
export const changePassword = (change: PasswordChange) =>
  request<{ token: string }>("/api/auth/password", { method: "POST", body: change, holdsPasswordLock: true });

/** `POST /api/auth/sign-out-everywhere`: ends all sessions of the user, this one too. */
export const signOutEverywhere = () =>
  request<{ success: true }>("/api/auth/sign-out-everywhere", { method: "POST", body: {} });
