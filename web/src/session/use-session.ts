import { useSyncExternalStore } from "react";
import { changePassword, signIn, signOut, signUp } from "./session.ts";
import { getSession, subscribeSession } from "./store.ts";

const actions = { signIn, register: signUp, signOut, changePassword };

/** The session and what changes it; components that use it follow it. */
export function useSession() {
  return { ...useSyncExternalStore(subscribeSession, getSession), ...actions };
}
