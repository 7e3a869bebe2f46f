import { useCallback } from "react";
import { useNavigate } from "react-router-dom";
import { useSession } from "../session/use-session.ts";

/** The ways out of a member's screen: to sign out, and to another screen. Both stay the same functions. */
export function useWays() {
  const { signOut } = useSession();
  const navigate = useNavigate();
  const leave = useCallback(() => {
    signOut();
    // The next person starts with a view of their own.
    navigate("/");
  }, [signOut, navigate]);
  const go = useCallback(
    (href: string) => {
      navigate(href);
      scrollTo(0, 0);
    },
    [navigate],
  );
  return { leave, go };
}
