import { request } from "./http.ts";
import type { Credentials, SignedIn } from "./signed-in.ts";

/** `POST /api/auth/register` (section 7). */
export const register = (body: Credentials) =>
  request<SignedIn>("/api/auth/register", { method: "POST", body, anonymous: true });
