import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { Dashboard } from "../dashboard/dashboard.tsx";
import { noteDoings, pressAgain } from "../first-picture/hand-over.ts";
import { restoreLater } from "../session/session.ts";
import { AfterFirst } from "./after-first.tsx";
import { App } from "./app.tsx";
import { LOG_CAUGHT } from "./caught.ts";
import { LoggedOut } from "./load-logged-out.tsx";

// React draws beside what stands there already, a slice at a time, and takes its place in one step.
const drawn = document.getElementById("root")!;
const root = document.createElement("div");
const address = location.href;

function takeOver(): void {
  const doAgain = noteDoings(drawn);
  document.documentElement.dataset.first = "attached";
  root.id = drawn.id;
  drawn.replaceWith(root);
  doAgain(root);
  // The router listens from now on; who went back before that was not heard.
  if (location.href !== address) dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  void pressAgain(root);
}

startTransition(() =>
  createRoot(root, LOG_CAUGHT).render(
    <AfterFirst run={takeOver}>
      <App Dashboard={Dashboard} LoggedOut={LoggedOut} />
    </AfterFirst>,
  ),
);
restoreLater();
