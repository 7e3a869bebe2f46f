import { type User, WAITING_TEXT } from "@logbook/domain";
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { request } from "../../shared/api/http.ts";
import { onReturn } from "../../shared/browser/on-return.ts";
import { hasUserChanged, setSignedInUser, signOut } from "../../shared/session/store.ts";
import { announce } from "../../shared/ui/announcer.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { LoneCard } from "./lone-card.tsx";

const CHECK_INTERVAL_MS = 30_000;

/** What somebody sees who has registered and whom no admin has let in yet. It notices when an admin does. */
export function WaitingPage({ user }: { user: User }) {
  const navigate = useNavigate();
  useEffect(() => watchAdmission(user), [user]);
  return (
    <LoneCard title={WAITING_TEXT}>
      <p className="mt-3 break-words">
        <span>You are registered as </span>
        <b dir="auto">{user.username}</b>
        <span>. There is nothing to see here until an admin has let you in.</span>
      </p>
      <p className="mt-3 text-soft">
        This page looks for it by itself. You can also log out and come back later with your username and password.
      </p>
      <Button
        className="mt-6"
        onClick={() => {
          signOut();
          navigate("/");
        }}
      >
        <Icon name="log-out" className="size-4" />
        <span>Logout</span>
      </Button>
    </LoneCard>
  );
}

/** Asks whether the user has been let in: now, when they return to the window, and at intervals while it is visible. */
function watchAdmission(user: User): () => void {
  let isAsking = false;
  const ask = async () => {
    if (isAsking || document.visibilityState !== "visible") return;
    isAsking = true;
    // If an admin has refused the user, the request ends the session with the admin's word.
    const result = await request<{ user: User }>("/api/me");
    isAsking = false;
    if (!result.ok || hasUserChanged(user)) return;
    setSignedInUser(result.data.user);
    announce("An admin has let you in.");
  };
  void ask();
  const timer = setInterval(() => void ask(), CHECK_INTERVAL_MS);
  const stopListening = onReturn(() => void ask());
  return () => {
    clearInterval(timer);
    stopListening();
  };
}
