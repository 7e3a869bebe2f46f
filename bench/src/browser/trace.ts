/** An event of a Chromium trace, with a duration if `ph` is X. `tts`, `tdur`: processor time of its thread in µs. */
export interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  tts?: number;
  tdur?: number;
}

/** The work of a page's main thread, in milliseconds of processor time. */
export interface MainThreadWork {
  /** Time of scripts, compilation and garbage collection, without the style, layout and paint that scripts cause. */
  scripting: number;
  /** The longest task. A task that overlaps the measured time only in part counts with its whole length. */
  longestTask: number;
}

const SCRIPTING = new Set([
  "EvaluateScript",
  "EventDispatch",
  "FireAnimationFrame",
  "FireIdleCallback",
  "FunctionCall",
  "MajorGC",
  "MinorGC",
  "RunMicrotasks",
  "TimerFire",
  "V8.GC_MC_BACKGROUND_MARKING",
  "V8.GCScavenger",
  "v8.compile",
  "v8.compileModule",
  "v8.evaluateModule",
]);
const RENDERING = new Set([
  "Commit",
  "HitTest",
  "IntersectionObserverController::computeIntersections",
  "Layerize",
  "Layout",
  "Paint",
  "ParseAuthorStyleSheet",
  "ParseHTML",
  "PrePaint",
  "ScrollLayer",
  "UpdateLayerTree",
  "UpdateLayoutTree",
]);

/** Measures the main thread's work between two marks of `performance.mark`. Throws if a mark is missing. */
export function workBetween(allEvents: readonly TraceEvent[], from: string, to: string): MainThreadWork {
  const start = findMark(allEvents, from);
  const end = findMark(allEvents, to);
  const events = allEvents
    .filter(({ ph, pid, tid }) => ph === "X" && pid === start.pid && tid === start.tid)
    .map(({ name, tts = 0, tdur = 0 }) => ({ name, from: tts, to: tts + tdur }))
    .filter(({ from, to }) => from < end.at && to > start.at);
  const counted = events
    .filter(({ name }) => SCRIPTING.has(name) || RENDERING.has(name))
    .map(({ name, from, to }) => ({ name, from: Math.max(from, start.at), to: Math.min(to, end.at) }))
    .sort((a, b) => a.from - b.from || b.to - a.to);
  // Events are nested. Each event's time is subtracted from the script around it, so that no time counts twice.
  const openEvents: typeof counted = [];
  let scripting = 0;
  for (const event of counted) {
    while (openEvents.length > 0 && openEvents.at(-1)!.to <= event.from) openEvents.pop();
    const outer = openEvents.at(-1);
    const length = event.to - event.from;
    if (outer !== undefined && SCRIPTING.has(outer.name)) scripting -= length;
    if (SCRIPTING.has(event.name)) scripting += length;
    openEvents.push(event);
  }
  const tasks = events.filter(({ name }) => name === "RunTask" || name === "ThreadControllerImpl::RunTask");
  return { scripting: scripting / 1000, longestTask: Math.max(0, ...tasks.map(({ from, to }) => to - from)) / 1000 };
}

function findMark(events: readonly TraceEvent[], name: string): { pid: number; tid: number; at: number } {
  const found = events.findLast((event) => event.name === name);
  if (found?.tts === undefined) throw new Error(`The trace has no mark '${name}'.`);
  return { pid: found.pid, tid: found.tid, at: found.tts };
}
