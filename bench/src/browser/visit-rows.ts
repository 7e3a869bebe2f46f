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
  const time = (figure: string, value: number, limit: number, goal: number | null): Row =>
    row({ figure, reports, value, limit, goal });
  const kibibytes = (figure: string, bytes: number, goal: number): Row =>
    row({ figure, reports, value: bytes / 1024, unit: "KiB", goal });
  const kilobytes = (figure: string, bytes: number, goal: number | null): Row =>
    row({ figure, reports, value: bytes / 1000, unit: "KB", goal });
  const scripts = (visit: Visit): number => scriptBytes(visit, usableAt(visit));
  const isListeners = ({ host, pathname }: URL): boolean =>
    host === environment.firestoreHost || pathname.startsWith(LISTENER_SCRIPT);
  const withoutListener = ({ requests }: Visit): number =>
    allBytes(requests.filter(({ url }) => !isListeners(new URL(url))));
  return [
    kibibytes("logged-out page: JavaScript before it can be used, brotli", medianOf("loggedOut", scripts), 90),
    kibibytes("dashboard: JavaScript before it can be used, brotli", medianOf("cold", scripts), 115),
    kilobytes("dashboard: all bytes of a visit without the live listener's", medianOf("cold", withoutListener), 190),
    kilobytes(
      "dashboard: all bytes of a visit",
      medianOf("cold", (visit) => allBytes(visit.requests)),
      null,
    ),
    time("largest contentful paint, logged out", medianOf("loggedOut", lcp), medianOf("loggedOutLimit", lcp), 1.2),
    time("largest contentful paint, dashboard, cold", medianOf("cold", lcp), medianOf("coldLimit", lcp), 1.4),
    time("largest contentful paint, dashboard, warm", medianOf("warm", lcp), medianOf("warmLimit", lcp), 1.1),
    time("list visible, cold", medianOf("cold", visible), medianOf("coldLimit", lcp), 1.3),
    time("list visible, warm", medianOf("warm", visible), medianOf("warmLimit", lcp), 0.6),
    time("list visible, cold, token expired", medianOf("expired", visible), medianOf("coldLimit", lcp), 2.3),
    time("page ready for input ÷ list visible, cold", medianOf("cold", ready), medianOf("cold", visible), 1.8),
    time("page ready for input ÷ list visible, warm", medianOf("warm", ready), medianOf("warm", visible), null),
  ];
}

const lcp = (visit: Visit): number => visit.lcp;
const visible = (visit: Visit): number => visit.visible;
const ready = (visit: Visit): number => visit.ready ?? 0;
const usableAt = (visit: Visit): number => Math.max(visit.visible, ready(visit));
