import type { User } from "@logbook/domain";
import { createContext, useContext } from "react";
import { createStore, type ReadonlyStore, useStore } from "../store/store.ts";
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
let wasSignedOutByUser = false;

// Auth may have stored its user again after the sign-out, if a window was closed while Auth was starting in it.
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

/**
 * The session that server-rendered markup shows; hydration needs the same session. In a browser it is the session at
 * the page's start, on the server it is the session of the user who sent the request.
 */
export const InitialSession = createContext<Session>(getSession());

export function useSession(): Session {
  return useStore(session, useContext(InitialSession));
}

/** Whether `user` is no longer the session's user, because they have signed out or another user has signed in. */
export function hasUserChanged(user: User | null): boolean {
  return session.get().user?.id !== user?.id;
}

/** Calls `listener` when the user has signed out or another user has signed in, to remove the last user's data. */
export function onUserChange(listener: () => void): void {
  let lastUserId = session.get().user?.id;
  session.subscribe(() => {
    const userId = session.get().user?.id;
    if (userId === lastUserId) return;
    lastUserId = userId;
    listener();
  });
}

/**
 * Calls `listener` when what a user has typed must be removed: the user has logged out, or another user has signed in.
 * A session that ends otherwise is no reason, because the same user may sign in again and continue. `lastUserId` is the
 * user who typed what is there at the page's start.
 */
export function onUserLeft(listener: () => void, lastUserId = session.get().user?.id): void {
  const callIfLeft = () => {
    const userId = session.get().user?.id;
    const hasLeft = userId === undefined ? wasSignedOutByUser : userId !== lastUserId;
    const mustCall = hasLeft && lastUserId !== undefined;
    if (hasLeft) lastUserId = userId;
    if (mustCall) listener();
  };
  callIfLeft();
  session.subscribe(callIfLeft);
}

/** Starts the session of a user whom Auth has signed in, or updates their name and role. */
export function setSignedInUser(user: User): void {
  wasSignedOutByUser = false;
  writeStored(STORAGE_KEYS.user, user);
  session.set({ state: "signed-in", user, notice: null });
}

// `signOut` writes this key and removes it at once: other windows get a `storage` event, and nothing stays stored.
const SIGNED_OUT_KEY = "logbook.signed-out";

/** Signs out in all windows of this browser; this window shows the `notice`. `connectSession` then signs out Auth. */
export function signOut(notice: string | null = null): void {
  wasSignedOutByUser = true;
  writeStored(SIGNED_OUT_KEY, true);
  writeStored(SIGNED_OUT_KEY, null);
  endSession(notice);
}

/** Whether the user ended the last session by signing out, in any window of this browser. */
export function isSignedOutByUser(): boolean {
  return wasSignedOutByUser;
}

/** Ends the session. The `notice` says why; it is not shown if the user has already signed out. */
export function endSession(notice: string | null = null): void {
  const storedUser = readStoredUser();
  // If another user has signed in meanwhile in another window, that user's data stays.
  if (storedUser === null || storedUser.id === session.get().user?.id) clearStoredSession();
  // If the session has ended already, only a notice changes what the window shows.
  const hasNewNotice = notice !== null && !wasSignedOutByUser;
  if (session.get().state !== "signed-out" || hasNewNotice) session.set({ state: "signed-out", user: null, notice });
}

function showsOtherUser({ id }: User): boolean {
  const { user } = session.get();
  return user !== null && user.id !== id;
}

// A page that the Back button restores has missed all events since the user left it. (On the server, which renders the
// page with this module too, there is no `window`.)
globalThis.window?.addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  const storedUser = readStoredUser();
  if (storedUser === null) endSession();
  // Reload, because Auth in this page still has the previous user.
  else if (showsOtherUser(storedUser)) location.reload();
});

// A sign-out in one window ends the session in all windows; so does a sign-in as another user.
globalThis.window?.addEventListener("storage", ({ storageArea, key, newValue }) => {
  if (storageArea !== localStorage) return;
  if (key === SIGNED_OUT_KEY) wasSignedOutByUser = true;
  // The key is `null` after `localStorage.clear()`.
  if (key !== STORAGE_KEYS.user && key !== null) return;
  const storedUser = readStoredUser();
  // Check `newValue` too: this window may have stored its user again before the event of the sign-out arrived.
  if (storedUser === null || newValue === null) endSession();
  else if (showsOtherUser(storedUser)) endSession(SESSION_ENDED);
});
