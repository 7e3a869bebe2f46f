/** An event of a Chromium trace. Times are microseconds of processor time of the event's thread. */
export interface TraceEvent {
  name: string;
  /** The phase: X for an event with a duration, R for a mark. */
  ph: string;
  /** The process and the thread. */
  pid: number;
  tid: number;
  /** When the event began, and its duration. */
  tts?: number;
  tdur?: number;
}

/** The work of a page's main thread, in milliseconds of processor time. */
export interface MainThreadWork {
  /** Time of scripts, compilation and garbage collection, without the style, layout and paint that scripts cause. */
  scripting: number;
  /** The longest task. A task that is only partly between the two marks counts with its whole length. */
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
export function workBetween(allEvents: readonly TraceEvent[], startMark: string, endMark: string): MainThreadWork {
  const start = findMark(allEvents, startMark);
  const end = findMark(allEvents, endMark);
  const events = allEvents
    .filter(({ ph, pid, tid }) => ph === "X" && pid === start.pid && tid === start.tid)
    .map(({ name, tts = 0, tdur = 0 }) => ({ name, from: tts, to: tts + tdur }))
    .filter(({ from, to }) => from < end.time && to > start.time);
  const tasks = events.filter(({ name }) => name === "RunTask" || name === "ThreadControllerImpl::RunTask");
  const longestTask = Math.max(0, ...tasks.map(({ from, to }) => to - from));
  return { scripting: scriptingTime(events, start.time, end.time) / 1000, longestTask: longestTask / 1000 };
}

interface TimeSpan {
  name: string;
  from: number;
  to: number;
}

function scriptingTime(events: readonly TimeSpan[], startTime: number, endTime: number): number {
  const outerEventsFirst = events
    .filter(({ name }) => SCRIPTING.has(name) || RENDERING.has(name))
    .map(({ name, from, to }) => ({ name, from: Math.max(from, startTime), to: Math.min(to, endTime) }))
    .sort((a, b) => a.from - b.from || b.to - a.to);
  // Events are nested, and `openEvents` are those around the current event. Each event's time is subtracted from the
  // script around it, so that no time counts twice.
  const openEvents: TimeSpan[] = [];
  let scripting = 0;
  for (const event of outerEventsFirst) {
    while (openEvents.length > 0 && openEvents.at(-1)!.to <= event.from) openEvents.pop();
    const outerEvent = openEvents.at(-1);
    const length = event.to - event.from;
    if (outerEvent !== undefined && SCRIPTING.has(outerEvent.name)) scripting -= length;
    if (SCRIPTING.has(event.name)) scripting += length;
    openEvents.push(event);
  }
  return scripting;
}

/** The last mark of this name. */
function findMark(events: readonly TraceEvent[], name: string): { pid: number; tid: number; time: number } {
  const mark = events.findLast((event) => event.name === name);
  if (mark?.tts === undefined) throw new Error(`The trace has no mark '${name}'.`);
  return { pid: mark.pid, tid: mark.tid, time: mark.tts };
}
