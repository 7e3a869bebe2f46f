import { median } from "../figures/numbers.ts";
import { type Row, row } from "../figures/row.ts";
import { allBytes, scriptBytes } from "./bytes.ts";
import type { Testbed } from "./testbed.ts";
import type { Visit } from "./visit.ts";
import type { Visits } from "./visits.ts";

/** The built script of `web/src/features/live/board-listener.tsx`, which contains Firestore's client. */
const LISTENER_SCRIPT = "/assets/board-listener-";

/** The rows of the visits. The goals of times are ratios to the limit; the goals of bytes are in KiB or KB. */
export function visitRows(visits: Visits, { environment, reportCount: reports }: Testbed): Row[] {
  const medianOf = (kind: keyof Visits, measure: (visit: Visit) => number): number => median(visits[kind].map(measure));
  const timeRow = (figure: string, value: number, limit: number, goal: number | null): Row =>
    row({ figure, reports, value, limit, goal });
  const kibRow = (figure: string, bytes: number, goal: number): Row =>
    row({ figure, reports, value: bytes / 1024, unit: "KiB", goal });
  const kbRow = (figure: string, bytes: number, goal: number | null): Row =>
    row({ figure, reports, value: bytes / 1000, unit: "KB", goal });
  // The bytes of the scripts that the page needs before it can be used.
  const usedScriptBytes = (visit: Visit): number => scriptBytes(visit, usableAt(visit));
  const isListenerRequest = ({ host, pathname }: URL): boolean =>
    host === environment.firestoreHost || pathname.startsWith(LISTENER_SCRIPT);
  const withoutListener = ({ requests }: Visit): number =>
    allBytes(requests.filter(({ url }) => !isListenerRequest(new URL(url))));
  return [
    kibRow("logged-out page: JavaScript before it can be used, brotli", medianOf("loggedOut", usedScriptBytes), 90),
    kibRow("dashboard: JavaScript before it can be used, brotli", medianOf("cold", usedScriptBytes), 115),
    kbRow("dashboard: all bytes of a visit without the live listener's", medianOf("cold", withoutListener), 190),
    kbRow(
      "dashboard: all bytes of a visit",
      medianOf("cold", (visit) => allBytes(visit.requests)),
      null,
    ),
    timeRow("largest contentful paint, logged out", medianOf("loggedOut", lcp), medianOf("loggedOutLimit", lcp), 1.2),
    timeRow("largest contentful paint, dashboard, cold", medianOf("cold", lcp), medianOf("coldLimit", lcp), 1.4),
    timeRow("largest contentful paint, dashboard, warm", medianOf("warm", lcp), medianOf("warmLimit", lcp), 1.1),
    timeRow("list visible, cold", medianOf("cold", visible), medianOf("coldLimit", lcp), 1.3),
    timeRow("list visible, warm", medianOf("warm", visible), medianOf("warmLimit", lcp), 0.6),
    timeRow("list visible, cold, token expired", medianOf("expired", visible), medianOf("coldLimit", lcp), 2.3),
    timeRow("page ready for input ÷ list visible, cold", medianOf("cold", ready), medianOf("cold", visible), 1.8),
    timeRow("page ready for input ÷ list visible, warm", medianOf("warm", ready), medianOf("warm", visible), null),
  ];
}

const lcp = (visit: Visit): number => visit.lcp;
const visible = (visit: Visit): number => visit.visible;
const ready = (visit: Visit): number => visit.ready ?? 0;
const usableAt = (visit: Visit): number => Math.max(visit.visible, ready(visit));
