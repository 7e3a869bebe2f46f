/** An event of Chromium's tracing; `tts` and `tdur` in microseconds of its thread's own time, whatever else the machine did. */
export interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  tts?: number;
  tdur?: number;
}

/** What a page's main thread did between two marks, in milliseconds. */
export interface MainThreadWork {
  /** Spent in scripts, their compilation and their garbage; not in style, layout and paint, even when scripts asked for these. */
  scripting: number;
  /** The longest single task that was under way between them. */
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

/** The main thread's work between two marks of `performance.mark`. Throws when a mark is not there. */
export function workBetween(events: readonly TraceEvent[], from: string, to: string): MainThreadWork {
  const start = mark(events, from);
  const end = mark(events, to);
  const own = events
    .filter(({ ph, pid, tid }) => ph === "X" && pid === start.pid && tid === start.tid)
    .map(({ name, tts = 0, tdur = 0 }) => ({ name, from: tts, to: tts + tdur }))
    .filter(({ from, to }) => from < end.at && to > start.at);
  const known = own
    .filter(({ name }) => SCRIPTING.has(name) || RENDERING.has(name))
    .map(({ name, from, to }) => ({ name, from: Math.max(from, start.at), to: Math.min(to, end.at) }))
    .sort((a, b) => a.from - b.from || b.to - a.to);
  const open: typeof known = [];
  let scripting = 0;
  for (const event of known) {
    while (open.length > 0 && open.at(-1)!.to <= event.from) open.pop();
    const outer = open.at(-1);
    const length = event.to - event.from;
    if (outer !== undefined && SCRIPTING.has(outer.name)) scripting -= length;
    if (SCRIPTING.has(event.name)) scripting += length;
    open.push(event);
  }
  const tasks = own.filter(({ name }) => name === "RunTask" || name === "ThreadControllerImpl::RunTask");
  return { scripting: scripting / 1000, longestTask: Math.max(0, ...tasks.map(({ from, to }) => to - from)) / 1000 };
}

function mark(events: readonly TraceEvent[], name: string): { pid: number; tid: number; at: number } {
  const found = events.findLast((event) => event.name === name);
  if (found?.tts === undefined) throw new Error(`The trace has no mark '${name}'.`);
  return { pid: found.pid, tid: found.tid, at: found.tts };
}
