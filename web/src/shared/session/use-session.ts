import { createContext, useContext } from "react";
import { useStore } from "../store/store.ts";
import { getSession, type Session, sessionStore } from "./store.ts";

/**
 * The session that the server-rendered markup shows, for hydration: in a browser the session at the page's start, on
 * the server the session of the user who sent the request.
 */
export const InitialSession = createContext<Session>(getSession());

export function useSession(): Session {
  return useStore(sessionStore, useContext(InitialSession));
}
