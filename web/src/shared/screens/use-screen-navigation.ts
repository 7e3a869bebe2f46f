import { useCallback } from "react";
import { useNavigate } from "react-router-dom";
import { signOut as endSession } from "../session/store.ts";

/** The ways out of a member's screen: to sign out, and to another screen. Both stay the same functions. */
export function useScreenNavigation() {
  const goTo = useNavigate();
  const signOut = useCallback(() => {
    endSession();
    // The next person starts with a view of their own.
    goTo("/");
  }, [goTo]);
  const navigate = useCallback(
    (href: string) => {
      goTo(href);
      scrollTo(0, 0);
    },
    [goTo],
  );
  return { signOut, navigate };
}
