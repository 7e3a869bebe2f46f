import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { median } from "../numbers.ts";
import type { Row } from "../row.ts";
import { allBytes, scriptBytes } from "./bytes.ts";
import type { BrowserEnvironment } from "./environment.ts";
import { type BuiltScripts, listenerScripts } from "./listener-scripts.ts";
import type { Visit } from "./visit.ts";
import type { Visits } from "./visits.ts";

/** The rows of these visits: medians, and of the limits their own medians. */
export function visitRows(visits: Visits, { pageFolder, firestoreHost }: BrowserEnvironment, reports: number): Row[] {
  const of = (kind: keyof Visits, figure: (visit: Visit) => number): number => median(visits[kind].map(figure));
  const early = visits.cold.flatMap(({ sent, origin, ...visit }) =>
    sent.filter(({ at }) => at <= origin + usable(visit)).map(({ url }) => pathOf(url)),
  );
  const room = listenerScripts(builtScripts(pageFolder), early);
  const isListeners = (url: string): boolean => new URL(url).host === firestoreHost || room.has(pathOf(url));
  const row = (figure: string, unit: string, value: number, limit: number | null, goal: number | null): Row => ({
    figure,
    reports,
    value,
    unit,
    limit,
    goal,
    better: "lower",
  });
  const size = (figure: string, unit: "KiB" | "KB", bytes: number, goal: number | null): Row =>
    row(figure, unit, bytes / (unit === "KiB" ? 1024 : 1000), null, goal);
  const time = (figure: string, value: number, limit: number, goal: number): Row =>
    row(figure, "ms", value, limit, goal);
  const scripts = (visit: Visit): number => scriptBytes(visit, usable(visit));
  const coldBytes = (counts: (url: string) => boolean): number =>
    of("cold", ({ sent }) => allBytes(sent.filter(({ url }) => counts(url))));
  return [
    size("logged-out page: JavaScript before it can be used, brotli", "KiB", of("loggedOut", scripts), 90),
    size("dashboard: JavaScript before it can be used, brotli", "KiB", of("cold", scripts), 100),
    size(
      "dashboard: all bytes of a visit without the live listener's",
      "KB",
      coldBytes((url) => !isListeners(url)),
      190,
    ),
    size(
      "dashboard: all bytes of a visit",
      "KB",
      coldBytes(() => true),
      null,
    ),
    time("largest contentful paint, logged out", of("loggedOut", lcp), of("loggedOutLimit", lcp), 1.2),
    time("largest contentful paint, dashboard, cold", of("cold", lcp), of("coldLimit", lcp), 1.4),
    time("largest contentful paint, dashboard, warm", of("warm", lcp), of("warmLimit", lcp), 1.1),
    time("list visible, cold", of("cold", visible), of("coldLimit", lcp), 1.3),
    time("list visible, warm", of("warm", visible), of("warmLimit", lcp), 1),
    time("list visible, cold, token expired", of("expired", visible), of("coldLimit", lcp), 2.3),
    time("page ready for input, cold, over list visible", of("cold", ready), of("cold", visible), 1.8),
  ];
}

const lcp = (visit: Visit): number => visit.lcp;
const visible = (visit: Visit): number => visit.visible;
const ready = (visit: Pick<Visit, "ready">): number => visit.ready ?? 0;
const usable = (visit: Pick<Visit, "visible" | "ready">): number => Math.max(visit.visible, ready(visit));
const pathOf = (url: string): string => new URL(url).pathname;

function builtScripts(pageFolder: string): BuiltScripts {
  const names = readdirSync(pageFolder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  return new Map(names.map((name) => [`/${name}`, readFileSync(join(pageFolder, name), "utf8")]));
}
