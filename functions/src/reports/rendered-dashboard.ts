import { type ListQuery, MAX_RENDERED_PAGE_SIZE, type User, type WireList } from "@logbook/domain";
import { errorReport } from "../http/error-report.ts";
import { writeLine } from "../http/request-log.ts";
import { PAGE_BYTES } from "./shorten.ts";

type View = NonNullable<ListQuery>;

/** The exports of `web/src/start/render-dashboard.tsx`, which is built into a file of its own beside this code. */
interface Renderer {
  renderDashboard: (user: User, view: View, list: WireList) => string;
}

// The build sets this variable. A page of another version could not hydrate this version's markup.
const PAGE_VERSION = process.env.LOGBOOK_PAGE_VERSION ?? "";

let renderer: Promise<Renderer> | undefined;

/** Whether the dashboard can be rendered for this page; if so, starts to load the renderer. */
export function canRender({ draw, pageSize }: View): boolean {
  if (PAGE_VERSION === "" || draw !== PAGE_VERSION || pageSize > MAX_RENDERED_PAGE_SIZE) return false;
  void loadRenderer();
  return true;
}

/** Loads the renderer once; after a failure the next call tries again. */
function loadRenderer(): Promise<Renderer> {
  if (renderer !== undefined) return renderer;
  renderer = import(new URL("render-dashboard.js", import.meta.url).href) as Promise<Renderer>;
  // A request may end before it awaits the renderer. An unhandled rejection would then end the process.
  renderer.catch(() => {
    renderer = undefined;
  });
  return renderer;
}

/**
 * Adds the rendered dashboard to a list's JSON. Returns the JSON unchanged if rendering fails, or if JSON and HTML
 * together are too large for a page.
 */
export async function withRenderedDashboard(list: Buffer, view: View, user: User): Promise<Buffer> {
  try {
    const { renderDashboard } = await loadRenderer();
    const html = renderDashboard(user, view, JSON.parse(list.toString()) as WireList);
    const rendered = Buffer.from(`,"drawn":${JSON.stringify({ user, html })}}`);
    if (list.length + rendered.length > PAGE_BYTES) return list;
    return Buffer.concat([list.subarray(0, -1), rendered]);
  } catch (error) {
    // If a list comes without markup, the page renders it itself.
    writeLine(errorReport(error, { method: "GET", url: "/api/issues" }));
    return list;
  }
}
