import { request } from "./http.ts";
import type { Credentials, SignedIn } from "./signed-in.ts";

/** `POST /api/auth/login` (section 7). */
export const login = (body: Credentials) =>
  request<SignedIn>("/api/auth/login", { method: "POST", body, anonymous: true });
