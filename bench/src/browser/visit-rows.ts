import { median } from "../figures/numbers.ts";
import { newRow, type Row } from "../figures/row.ts";
import { allBytes, scriptBytes } from "./bytes.ts";
import type { Testbed } from "./testbed.ts";
import type { Visit } from "./visit.ts";
import type { VisitKind, Visits } from "./visits.ts";

/** The built script of `web/src/features/live/board-listener.tsx`, which contains Firestore's client. */
const LISTENER_SCRIPT = "/assets/board-listener-";

/**
 * The rows of the visits. The goal of a size is in KiB or KB. The goal of a time is its ratio to the limit: the time
 * until a static page with the same text is painted or, for 'ready for input', until the list is visible.
 */
export function visitRows(visits: Visits, { environment, reportCount: reports }: Testbed): Row[] {
  const timeRow = (figure: string, value: number, limit: number, goal: number | null): Row =>
    newRow({ figure, reports, value, limit, goal });
  const kibRow = (figure: string, bytes: number, goal: number): Row =>
    newRow({ figure, reports, value: bytes / 1024, unit: "KiB", goal });
  const kbRow = (figure: string, bytes: number, goal: number | null): Row =>
    newRow({ figure, reports, value: bytes / 1000, unit: "KB", goal });

  const medianOf = (kind: VisitKind, measure: (visit: Visit) => number): number => median(visits[kind].map(measure));
  const medianPaint = (kind: VisitKind): number => medianOf(kind, ({ largestPaintMs }) => largestPaintMs);
  const medianTextVisible = (kind: VisitKind): number => medianOf(kind, ({ textVisibleMs }) => textVisibleMs);
  const medianInputReady = (kind: VisitKind): number => medianOf(kind, inputReadyTime);
  const bytesUntilUsable = (visit: Visit): number =>
    scriptBytes(visit, Math.max(visit.textVisibleMs, inputReadyTime(visit)));
  const isListenerRequest = ({ host, pathname }: URL): boolean =>
    host === environment.firestoreHost || pathname.startsWith(LISTENER_SCRIPT);
  const bytesWithoutListener = ({ requests }: Visit): number =>
    allBytes(requests.filter(({ url }) => !isListenerRequest(new URL(url))));
  const bytesWithListener = ({ requests }: Visit): number => allBytes(requests);
  return [
    kibRow("logged-out page: JavaScript before it can be used, brotli", medianOf("loggedOut", bytesUntilUsable), 90),
    kibRow("dashboard: JavaScript before it can be used, brotli", medianOf("cold", bytesUntilUsable), 115),
    kbRow("dashboard: all bytes of a visit without the live listener's", medianOf("cold", bytesWithoutListener), 190),
    kbRow("dashboard: all bytes of a visit", medianOf("cold", bytesWithListener), null),
    timeRow("largest contentful paint, logged out", medianPaint("loggedOut"), medianPaint("loggedOutStatic"), 1.2),
    timeRow("largest contentful paint, dashboard, cold", medianPaint("cold"), medianPaint("coldStatic"), 1.4),
    timeRow("largest contentful paint, dashboard, warm", medianPaint("warm"), medianPaint("warmStatic"), 1.1),
    timeRow("list visible, cold", medianTextVisible("cold"), medianPaint("coldStatic"), 1.3),
    timeRow("list visible, warm", medianTextVisible("warm"), medianPaint("warmStatic"), 0.6),
    timeRow("list visible, cold, token expired", medianTextVisible("expired"), medianPaint("coldStatic"), 2.3),
    timeRow("page ready for input ÷ list visible, cold", medianInputReady("cold"), medianTextVisible("cold"), 1.8),
    timeRow("page ready for input ÷ list visible, warm", medianInputReady("warm"), medianTextVisible("warm"), null),
  ];
}

// A static page is never ready for input, and no row uses this time of a static page.
const inputReadyTime = ({ inputReadyMs }: Visit): number => inputReadyMs ?? 0;
