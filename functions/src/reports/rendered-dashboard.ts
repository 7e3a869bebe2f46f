import { type Filters, MAX_RENDERED_PAGE_SIZE, type PageSize, type User, type WireList } from "@logbook/domain";
import { errorReport } from "../http/error-report.ts";
import { writeLine } from "../http/request-log.ts";
import { PAGE_BYTES } from "./shorten.ts";

interface View {
  filters: Filters;
  page: number;
  pageSize: PageSize;
}

/** What `web/src/start/draw-dashboard.tsx` exports, which is built into a file of its own beside this code. */
interface Drawing {
  drawDashboard: (user: User, view: View, list: WireList) => string;
}

// Set by the build to the page's version; a page of another version could not hydrate what this one draws.
const PAGE_VERSION = process.env.LOGBOOK_PAGE_VERSION ?? "";

let drawing: Promise<Drawing> | undefined;

/** Whether a page of the version that asks is drawn for it; if so, the code for that begins to load. */
export function canDraw({ draw, pageSize }: { draw?: string | undefined; pageSize: PageSize }): boolean {
  if (PAGE_VERSION === "" || draw !== PAGE_VERSION || pageSize > MAX_RENDERED_PAGE_SIZE) return false;
  drawing ??= import(new URL("draw-dashboard.js", import.meta.url).href) as Promise<Drawing>;
  return true;
}

/** A list's answer (JSON) with the dashboard's markup for a person; as it was where that cannot be drawn or is too much for a page. */
export async function withDrawn(list: Buffer, view: View, user: User): Promise<Buffer> {
  try {
    const { drawDashboard } = await drawing!;
    const html = drawDashboard(user, view, JSON.parse(list.toString()) as WireList);
    const drawn = Buffer.from(`,"drawn":${JSON.stringify({ user, html })}}`);
    if (list.length + drawn.length > PAGE_BYTES) return list;
    return Buffer.concat([list.subarray(0, -1), drawn]);
  } catch (error) {
    // The page draws the list itself then.
    writeLine(errorReport(error, { method: "GET", url: "/api/issues" }));
    return list;
  }
}
