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

const session = createStore(initialSession());
let hasSignedOut = false;

// Auth may have stored its user again after the sign-out, in a window that was closed while Auth started there.
if (session.get().user === null) clearStoredSession();

function initialSession(): Session {
  const user = readStoredUser();
  return user === null ? { state: "signed-out", user: null, notice: null } : { state: "loading", user, notice: null };
}

/** The user whose session this browser holds, in all its windows. */
export function readStoredUser(): User | null {
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

/** Calls `listener` when the user signs out or another user has signed in: it must remove the last user's data. */
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

// `signOut` writes this key and removes it at once: other windows get a `storage` event, and nothing stays stored.
const SIGNED_OUT_KEY = "logbook.signed-out";

/** Signs out in all windows of this browser; this one shows the `notice`. Auth signs out when it is loaded: `auth.ts`. */
export function signOut(notice: string | null = null): void {
  hasSignedOut = true;
  writeStored(SIGNED_OUT_KEY, true);
  writeStored(SIGNED_OUT_KEY, null);
  endSession(notice);
}

/** Whether the user ended the last session by signing out, in any window of this browser. */
export function isSignedOutByUser(): boolean {
  return hasSignedOut;
}

/** Ends the session. The `notice` says why; it is not shown if the user has signed out. */
export function endSession(notice: string | null = null): void {
  const stored = readStoredUser();
  // If another user has signed in meanwhile in another window, that user's data stays.
  if (stored === null || stored.id === session.get().user?.id) clearStoredSession();
  const isNewState = session.get().state !== "signed-out" || (notice !== null && !hasSignedOut);
  if (isNewState) session.set({ state: "signed-out", user: null, notice });
}

function showsOtherUser({ id }: User): boolean {
  const { user } = session.get();
  return user !== null && user.id !== id;
}

// A page that the Back button restores has missed all events since the user left it.
globalThis.window?.addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  const stored = readStoredUser();
  if (stored === null) endSession();
  // Reload, because Auth in this page still has the previous user.
  else if (showsOtherUser(stored)) location.reload();
});

// A sign-out in one window ends the session in all of them; so does a sign-in as another user.
globalThis.window?.addEventListener("storage", ({ storageArea, key, newValue }) => {
  if (storageArea !== localStorage) return;
  if (key === SIGNED_OUT_KEY) hasSignedOut = true;
  if (key !== STORAGE_KEYS.user && key !== null) return;
  const stored = readStoredUser();
  // Check `newValue` too: this window may have stored its user again before the event of the sign-out arrived.
  if (stored === null || newValue === null) endSession();
  else if (showsOtherUser(stored)) endSession(SESSION_ENDED);
});
