import type { User } from "@logbook/domain";
import { createStore, type ReadonlyStore } from "../store/create-store.ts";
import { SESSION_ENDED } from "../texts.ts";
import { clearStoredSession, readStored, STORAGE_KEYS, writeStored } from "./local-storage.ts";

/**
 * Who is signed in. `loading`: the user kept from the last visit is shown while Auth restores their session.
 * `notice` tells why the last session ended, where the person did not end it.
 */
export type Session =
  | { state: "signed-out"; user: null; notice: string | null }
  | { state: "loading" | "signed-in"; user: User; notice: null };

const session = createStore(fromUser(storedUser()));
let hasSignedOut = false;

// Auth of a window that was closed while it restored its session may have kept its user after everybody had signed out.
if (session.get().user === null) clearStoredSession();

function fromUser(user: User | null): Session {
  return user === null ? { state: "signed-out", user: null, notice: null } : { state: "loading", user, notice: null };
}

/** The session, for components (`useSession`) and for listeners. */
export const sessionStore: ReadonlyStore<Session> = session;

/** The session as it is now. */
export const getSession = session.get;

/** Calls `work` whenever somebody else is signed in than before, or nobody any more: what was the last one's has to go. */
export function onUserChange(work: () => void): void {
  let last = session.get().user?.id;
  session.subscribe(() => {
    const { user } = session.get();
    if (user?.id === last) return;
    last = user?.id;
    work();
  });
}

/** The user is signed in, with Auth behind them; also to change what is known of them. */
export function setSignedInUser(user: User): void {
  hasSignedOut = false;
  writeStored(STORAGE_KEYS.user, user);
  session.set({ state: "signed-in", user, notice: null });
}

// Written and removed at once: the other windows get an event, and nothing is left.
const SIGNED_OUT = "logbook.signed-out";

/**
 * Signs out in all windows of this browser; Auth, where it is loaded, follows (`auth.ts`). Whatever fails after that is
 * no news to the person.
 */
export function signOut(): void {
  hasSignedOut = true;
  writeStored(SIGNED_OUT, true);
  writeStored(SIGNED_OUT, null);
  endSession();
}

/** Whether the person has ended the last session, in any window of this browser. */
export function isSignedOutByUser(): boolean {
  return hasSignedOut;
}

/** Nobody is signed in any more; a `notice` says why, when the person did not ask for it. */
export function endSession(notice: string | null = null): void {
  // What another window keeps for whoever signed in there is not this one's to forget.
  const kept = storedUser();
  if (kept === null || kept.id === session.get().user?.id) clearStoredSession();
  if (session.get().state !== "signed-out" || (notice !== null && !hasSignedOut))
    session.set({ state: "signed-out", user: null, notice });
}

/** The user whose session this browser keeps, in all its windows. */
export function storedUser(): User | null {
  const user = readStored(STORAGE_KEYS.user);
  return isUser(user) ? user : null;
}

function isOtherUser({ id }: User): boolean {
  const { user } = session.get();
  return user !== null && user.id !== id;
}

function isUser(value: unknown): value is User {
  if (typeof value !== "object" || value === null) return false;
  const { id, username, isAdmin } = value as Record<string, unknown>;
  return typeof id === "string" && typeof username === "string" && typeof isAdmin === "boolean";
}

// A page that comes back by the Back button has heard nothing meanwhile.
globalThis.window?.addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  const kept = storedUser();
  if (kept === null) endSession();
  // Somebody else has signed in since, and Auth of this page still has the user before.
  else if (isOtherUser(kept)) location.reload();
});

// Signing out in one window signs out in all of them, and so does signing in as somebody else.
globalThis.window?.addEventListener("storage", ({ storageArea, key, newValue }) => {
  if (storageArea !== localStorage) return;
  if (key === SIGNED_OUT) hasSignedOut = true;
  if (key !== STORAGE_KEYS.user && key !== null) return;
  const kept = storedUser();
  // This window may have written its user once more before it heard that another one had signed out.
  if (kept === null || newValue === null) endSession();
  else if (isOtherUser(kept)) endSession(SESSION_ENDED);
});
