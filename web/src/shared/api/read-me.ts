import type { User } from "@logbook/domain";
import { request } from "./http.ts";

/** `GET /api/me`: the signed-in user with their current name and role. */
export const readMe = () => request<{ user: User }>("/api/me");
