import type { User } from "@logbook/domain";
import { SESSION_ENDED } from "../texts.ts";
import { forgetKept, KEPT, readKept, writeKept } from "./kept.ts";

/**
 * Who is signed in. `loading`: the user kept from the last visit is shown while Auth restores their session.
 * `notice` tells why the last session ended, where the person did not end it.
 */
export type Session =
  | { state: "signed-out"; user: null; notice: string | null }
  | { state: "loading" | "signed-in"; user: User; notice: null };

let session: Session = fromUser(keptUser());
let hasSignedOut = false;
const listeners = new Set<() => void>();

// Auth of a window that was closed while it restored its session may have kept its user after everybody had signed out.
if (session.user === null) forgetKept();

function fromUser(user: User | null): Session {
  return user === null ? { state: "signed-out", user: null, notice: null } : { state: "loading", user, notice: null };
}

/** The session as it is now. */
export function getSession(): Session {
  return session;
}

/** Calls `listener` after every change; returns what ends that. */
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls `work` whenever somebody else is signed in than before, or nobody any more: what was the last one's has to go. */
export function onOtherUser(work: () => void): void {
  let last = session.user?.id;
  subscribeSession(() => {
    const { user } = session;
    if (user?.id === last) return;
    last = user?.id;
    work();
  });
}

/** The user is signed in, with Auth behind them; also to change what is known of them. */
export function enter(user: User): void {
  hasSignedOut = false;
  writeKept(KEPT.user, user);
  change({ state: "signed-in", user, notice: null });
}

// Written and removed at once: the other windows get an event, and nothing is left.
const SIGNED_OUT = "logbook.signed-out";

/**
 * Signs out in all windows of this browser; Auth, where it is loaded, follows (`auth.ts`). Whatever fails after that is
 * no news to the person.
 */
export function signOut(): void {
  hasSignedOut = true;
  writeKept(SIGNED_OUT, true);
  writeKept(SIGNED_OUT, null);
  leave();
}

/** Whether the person has ended the last session, in any window of this browser. */
export function isSignedOutByPerson(): boolean {
  return hasSignedOut;
}

/** Nobody is signed in any more; a `notice` says why, when the person did not ask for it. */
export function leave(notice: string | null = null): void {
  // What another window keeps for whoever signed in there is not this one's to forget.
  const kept = keptUser();
  if (kept === null || kept.id === session.user?.id) forgetKept();
  if (session.state !== "signed-out" || (notice !== null && !hasSignedOut))
    change({ state: "signed-out", user: null, notice });
}

function change(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

/** The user whose session this browser keeps, in all its windows. */
export function keptUser(): User | null {
  const user = readKept(KEPT.user);
  return isUser(user) ? user : null;
}

function isUser(value: unknown): value is User {
  if (typeof value !== "object" || value === null) return false;
  const { id, username, isAdmin } = value as Record<string, unknown>;
  return typeof id === "string" && typeof username === "string" && typeof isAdmin === "boolean";
}

// A page that comes back by the Back button has heard nothing meanwhile.
globalThis.window?.addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  const kept = keptUser();
  if (kept === null) leave();
  // Somebody else has signed in since, and Auth of this page still has the user before.
  else if (session.user !== null && kept.id !== session.user.id) location.reload();
});

// Signing out in one window signs out in all of them, and so does signing in as somebody else.
globalThis.window?.addEventListener("storage", ({ storageArea, key, newValue }) => {
  if (storageArea !== localStorage) return;
  if (key === SIGNED_OUT) hasSignedOut = true;
  if (key !== KEPT.user && key !== null) return;
  const kept = keptUser();
  // This window may have written its user once more before it heard that another one had signed out.
  if (kept === null || newValue === null) leave();
  else if (session.user !== null && kept.id !== session.user.id) leave(SESSION_ENDED);
});
