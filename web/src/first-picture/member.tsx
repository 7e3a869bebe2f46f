import { tellTimes } from "../issue/tell-times.ts";
import { readView } from "../list/view.ts";
import { keptList } from "../session/kept-list.ts";
import { getSession } from "../session/store.ts";
import { afterPaint } from "./after-paint.ts";
import { firstDashboard, type Known } from "./first-dashboard.tsx";
import { askFirstList } from "./first-list.ts";
import { noteDoings, rememberPresses } from "./hand-over.ts";
import { loadRest } from "./load-rest.tsx";
import { preloadRest } from "./preload-rest.ts";
import { renderToHtml } from "./render-to-html.ts";

// The first code that runs for a member: it draws the dashboard while React is still on its way.
const page = document.documentElement;
const root = document.getElementById("root")!;
const { user } = getSession();

// Without an answer by then, React is to say how it stands.
const PATIENCE_MS = 2_500;
// The list has mostly come before this code, or comes with it. To draw the page without it first would keep it from the
// screen for as long as that takes.
const COMES_MS = 50;

let loading = false;
const goOn = () => {
  delete page.dataset.drawing;
  if (loading) return;
  loading = true;
  void loadRest();
};

if (user !== null) {
  const view = readView(new URLSearchParams(location.search));
  const draw = (known: Known) => {
    if (page.dataset.first === "attached") return;
    try {
      const doAgain = noteDoings(root);
      root.innerHTML = renderToHtml(firstDashboard(user, view, known));
      page.dataset.first = "drawn";
      // Until this much of it has reached the screen; see `.entry`.
      page.dataset.drawing = "";
      doAgain(root);
    } catch (error) {
      console.error("Failed to draw the first picture:", error);
    }
  };
  /** The kept list turned out to be the present one: to draw it again would only take time. */
  const settle = () => {
    const list = root.querySelector('[aria-busy="true"]');
    list?.setAttribute("aria-busy", "false");
    list?.classList.remove("turning");
  };
  rememberPresses(root);
  const kept = keptList(user.id, view);
  // The page's own script may have put the last picture back already.
  if (page.dataset.first === "drawn") tellTimes(root);
  else if (kept !== undefined) draw({ page: kept, fresh: false });
  const waiting = kept === undefined ? setTimeout(() => draw({ page: undefined, fresh: false }), COMES_MS) : undefined;
  // The code comes down meanwhile; running it would keep the list from the screen for as long as that takes.
  preloadRest();
  if (document.hidden) goOn();
  else if (kept !== undefined) afterPaint(goOn);
  else setTimeout(goOn, PATIENCE_MS);
  void askFirstList(view).then((answer) => {
    if (!answer.ok) return goOn();
    if (kept !== undefined && kept.revision !== null && kept.revision === answer.data.revision) return settle();
    clearTimeout(waiting);
    draw({ page: answer.data, fresh: true });
    afterPaint(goOn);
  });
} else goOn();
