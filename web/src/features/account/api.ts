import type { PasswordChange } from "@logbook/domain";
import { request } from "../../shared/api/http.ts";

/**
 * `POST /api/auth/password`: ends all sessions. The response's custom token starts a new session in this window. The
 * caller holds the password lock, so this call must not wait for it (`waitForPasswordChange`).
 */
export const changePassword = (change: PasswordChange) =>
  request<{ token: string }>("/api/auth/password", { method: "POST", body: change, holdsPasswordLock: true });

/** `POST /api/auth/sign-out-everywhere`: ends all sessions of the user, also the one in this window. Same lock. */
export const signOutEverywhere = () =>
  request<{ success: true }>("/api/auth/sign-out-everywhere", { method: "POST", body: {}, holdsPasswordLock: true });

/** `POST /api/auth/delete-account`: deletes the user's account, which ends all sessions. Same lock. */
export const deleteAccount = (password: string) =>
  request<{ success: true }>("/api/auth/delete-account", {
    method: "POST",
    body: { password },
    holdsPasswordLock: true,
  });
