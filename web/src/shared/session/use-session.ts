import { createContext, useContext } from "react";
import { useStore } from "../store/use-store.ts";
import { getSession, type Session, sessionStore } from "./store.ts";

/**
 * The session that the page's first markup shows, which hydration needs: in a browser as the page began with it, where
 * the markup is made that of its reader.
 */
export const InitialSession = createContext<Session>(getSession());

/** The session; components that use it follow it. */
export function useSession(): Session {
  return useStore(sessionStore, useContext(InitialSession));
}
