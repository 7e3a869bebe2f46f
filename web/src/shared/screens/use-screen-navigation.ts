import { useNavigate } from "react-router-dom";
import { signOut as signOutEveryWindow } from "../session/store.ts";

/** `signOut` and `navigate` for a member's screen. */
export function useScreenNavigation() {
  const goTo = useNavigate();
  return {
    signOut: () => {
      signOutEveryWindow();
      // The next user must not start with this user's filters and page.
      goTo("/");
    },
    navigate: (href: string) => {
      goTo(href);
      scrollTo(0, 0);
    },
  };
}
