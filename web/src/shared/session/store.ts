import type { User } from "@logbook/domain";
import { createStore, type ReadonlyStore } from "../store/store.ts";
import { SESSION_ENDED } from "../texts.ts";
import { clearStoredSession, readStored, STORAGE_KEYS, writeStored } from "./local-storage.ts";

/**
 * The session of this page. `loading`: the page shows the user of the last visit while Auth restores their session.
 * `notice` says why the last session ended; `null` after Logout.
 */
export type Session =
  | { state: "signed-out"; user: null; notice: string | null }
  | { state: "loading" | "signed-in"; user: User; notice: null };

const session = createStore(restoredSession());
let hasSignedOut = false;

// Auth may have stored its user after the sign-out, in a window that was closed while it restored its session.
if (session.get().user === null) clearStoredSession();

function restoredSession(): Session {
  const user = storedUser();
  return user === null ? { state: "signed-out", user: null, notice: null } : { state: "loading", user, notice: null };
}

/** The user whose session this browser holds, in all its windows. */
export function storedUser(): User | null {
  const user = readStored(STORAGE_KEYS.user);
  return isUser(user) ? user : null;
}

function isUser(value: unknown): value is User {
  if (typeof value !== "object" || value === null) return false;
  const { id, username, isAdmin } = value as Record<string, unknown>;
  return typeof id === "string" && typeof username === "string" && typeof isAdmin === "boolean";
}

export const sessionStore: ReadonlyStore<Session> = session;

export const getSession = session.get;

/** Calls `listener` after another user signed in, or the user signed out, to remove the last user's data. */
export function onUserChange(listener: () => void): void {
  let lastId = session.get().user?.id;
  session.subscribe(() => {
    const id = session.get().user?.id;
    if (id === lastId) return;
    lastId = id;
    listener();
  });
}

/** Starts the session of a user whom Auth has signed in, or updates their name and role. */
export function setSignedInUser(user: User): void {
  hasSignedOut = false;
  writeStored(STORAGE_KEYS.user, user);
  session.set({ state: "signed-in", user, notice: null });
}

// Written and removed at once: the other windows get a `storage` event, and nothing remains stored.
const SIGNED_OUT = "logbook.signed-out";

/** Signs out in all windows of this browser; this one shows the `notice`. Auth follows once it is loaded (`auth.ts`). */
export function signOut(notice: string | null = null): void {
  hasSignedOut = true;
  writeStored(SIGNED_OUT, true);
  writeStored(SIGNED_OUT, null);
  endSession(notice);
}

/** Whether the user ended the last session by signing out, in any window of this browser. */
export function isSignedOutByUser(): boolean {
  return hasSignedOut;
}

/** Ends the session. The `notice` says why; it is not shown if the user has signed out. */
export function endSession(notice: string | null = null): void {
  const stored = storedUser();
  // In another window a different user may have signed in meanwhile; their data stays.
  if (stored === null || stored.id === session.get().user?.id) clearStoredSession();
  const isChange = session.get().state !== "signed-out" || (notice !== null && !hasSignedOut);
  if (isChange) session.set({ state: "signed-out", user: null, notice });
}

function showsOtherUser({ id }: User): boolean {
  const { user } = session.get();
  return user !== null && user.id !== id;
}

// A page that the Back button restores has missed all events meanwhile.
globalThis.window?.addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  const stored = storedUser();
  if (stored === null) endSession();
  // Auth in this page still has the previous user.
  else if (showsOtherUser(stored)) location.reload();
});

// A sign-out in one window ends the session in all of them; so does a sign-in as another user.
globalThis.window?.addEventListener("storage", ({ storageArea, key, newValue }) => {
  if (storageArea !== localStorage) return;
  if (key === SIGNED_OUT) hasSignedOut = true;
  if (key !== STORAGE_KEYS.user && key !== null) return;
  const stored = storedUser();
  // `newValue` counts too: this window may have stored its user again before it received the sign-out.
  if (stored === null || newValue === null) endSession();
  else if (showsOtherUser(stored)) endSession(SESSION_ENDED);
});
