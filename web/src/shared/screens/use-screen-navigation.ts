import { useCallback } from "react";
import { useNavigate } from "react-router-dom";
import { signOut as signOutEveryWindow } from "../session/store.ts";

/** `signOut` and `navigate` for a member's screen. Both keep their identity between renders. */
export function useScreenNavigation() {
  const goTo = useNavigate();
  const signOut = useCallback(() => {
    signOutEveryWindow();
    // The next user must not start with this user's filters and page.
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
