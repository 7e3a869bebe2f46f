import { readView } from "../list/view.ts";
import { keptList } from "../session/kept-list.ts";
import { getSession } from "../session/store.ts";
import { firstDashboard, type Known } from "./first-dashboard.tsx";
import { askFirstList } from "./first-list.ts";
import { noteDoings, rememberPresses } from "./hand-over.ts";
import { renderToHtml } from "./render-to-html.ts";

// The first code that runs for a member: it draws the dashboard while React is still on its way.
const page = document.documentElement;
const root = document.getElementById("root")!;
const { user } = getSession();

const loadRest = () => {
  import("../app/start-member.tsx").catch((error: unknown) => console.error("Failed to load the page's code:", error));
};

if (user !== null) {
  const view = readView(new URLSearchParams(location.search));
  const draw = (known: Known) => {
    if (page.dataset.first === "attached") return;
    try {
      const doAgain = noteDoings(root);
      root.innerHTML = renderToHtml(firstDashboard(user, view, known));
      page.dataset.first = "drawn";
      doAgain(root);
    } catch (error) {
      console.error("Failed to draw the first picture:", error);
    }
  };
  root.replaceChildren();
  rememberPresses(root);
  void askFirstList(view).then((answer) => {
    if (answer.ok) draw({ page: answer.data, fresh: true });
  });
  const kept = keptList(user.id, view);
  draw({ page: kept, fresh: false });
  // On a later visit the code is in the browser's store, and running it would come before the first paint.
  if (kept === undefined || document.hidden) loadRest();
  else requestAnimationFrame(() => setTimeout(loadRest));
} else loadRest();
