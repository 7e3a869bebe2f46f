import { createContext, useContext, useSyncExternalStore } from "react";
import { signIn, signUp } from "./session.ts";
import { getSession, type Session, signOut, subscribeSession } from "./store.ts";

const actions = { signIn, register: signUp, signOut };

/**
 * The session that the page's first markup shows, which hydration needs: in a browser as the page began with it, where
 * the markup is made that of its reader.
 */
export const FirstSession = createContext<Session>(getSession());

/** The session and what changes it; components that use it follow it. */
export function useSession() {
  const first = useContext(FirstSession);
  return { ...useSyncExternalStore(subscribeSession, getSession, () => first), ...actions };
}
