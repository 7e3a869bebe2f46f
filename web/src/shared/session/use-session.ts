import { createContext, useContext } from "react";
import { useStore } from "../store/store.ts";
import { getSession, type Session, sessionStore } from "./store.ts";

/**
 * The session that server-rendered markup shows; hydration needs the same session. In a browser it is the session at
 * the page's start, on the server it is the session of the user who sent the request.
 */
export const InitialSession = createContext<Session>(getSession());

export function useSession(): Session {
  return useStore(sessionStore, useContext(InitialSession));
}
