import type { User } from "@logbook/domain";
import { readStored, STORAGE_KEYS, writeStored } from "./local-storage.ts";

/** The user whose session this browser holds, in all its windows. */
export function storedUser(): User | null {
  const user = readStored(STORAGE_KEYS.user);
  return isUser(user) ? user : null;
}

/** Stores the user of the session. */
export function storeUser(user: User): void {
  writeStored(STORAGE_KEYS.user, user);
}

function isUser(value: unknown): value is User {
  if (typeof value !== "object" || value === null) return false;
  const { id, username, isAdmin } = value as Record<string, unknown>;
  return typeof id === "string" && typeof username === "string" && typeof isAdmin === "boolean";
}
