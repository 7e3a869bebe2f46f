import { type ListQuery, MAX_RENDERED_PAGE_SIZE, type User, type WireList } from "@logbook/domain";
import { errorReport, writeLine } from "../http/request-log.ts";
import { PAGE_BYTES } from "./shorten.ts";

// A request without parameters has the query `null`. It asks for the whole list, which is not rendered.
export type PageQuery = NonNullable<ListQuery>;

/** The exports of `render-dashboard.js`, which is built from `web/src/start/render-dashboard.tsx`. */
interface Renderer {
  renderDashboard: (user: User, query: PageQuery, list: WireList) => string;
}

// The build of the web app whose dashboard is rendered: another build could not hydrate the markup. The variable is set
// when the functions are built; unit tests run without it.
const RENDERED_BUILD = process.env.LOGBOOK_PAGE_VERSION ?? "";

// Node loads the file once, at the first call.
const loadRenderer = (): Promise<Renderer> => import(new URL("render-dashboard.js", import.meta.url).href);

/** Whether the dashboard can be rendered for a client with the build `draw`. If so, starts to load the renderer. */
export function canRender({ draw, pageSize }: PageQuery): boolean {
  if (RENDERED_BUILD === "" || draw !== RENDERED_BUILD || pageSize > MAX_RENDERED_PAGE_SIZE) return false;
  // withRenderedDashboard() logs the error. An unhandled one would end the process.
  loadRenderer().catch(() => undefined);
  return true;
}

/**
 * Adds the rendered dashboard to the JSON of a list, as the field `drawn`. Returns the JSON unchanged if rendering
 * fails, or if JSON and HTML together are larger than `PAGE_BYTES`. The web app then renders the dashboard itself.
 */
export async function withRenderedDashboard(listJson: Buffer, query: PageQuery, user: User): Promise<Buffer> {
  try {
    const { renderDashboard } = await loadRenderer();
    const html = renderDashboard(user, query, JSON.parse(listJson.toString()) as WireList);
    const renderedField = Buffer.from(`,"drawn":${JSON.stringify({ user, html })}}`);
    if (listJson.length + renderedField.length > PAGE_BYTES) return listJson;
    const withoutClosingBrace = listJson.subarray(0, -1);
    return Buffer.concat([withoutClosingBrace, renderedField]);
  } catch (error) {
    writeLine(errorReport(error, { method: "GET", url: "/api/issues" }));
    return listJson;
  }
}
