import { useSyncExternalStore } from "react";
import { signIn, signUp } from "./session.ts";
import { getSession, type Session, signOut, subscribeSession } from "./store.ts";

const actions = { signIn, register: signUp, signOut };

const VISITOR: Session = { state: "signed-out", user: null, notice: null };

/** While the page is built, and as React first finds it. */
const visitor = () => VISITOR;

/** The session and what changes it; components that use it follow it. */
export function useSession() {
  return { ...useSyncExternalStore(subscribeSession, getSession, visitor), ...actions };
}
