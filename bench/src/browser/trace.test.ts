import { describe, expect, it } from "vitest";
import { type TraceEvent, workBetween } from "./trace.ts";

const mark = (name: string, ms: number): TraceEvent => ({ name, ph: "R", pid: 1, tid: 1, tts: ms * 1000 });
const event = (name: string, startMs: number, lengthMs: number, tid = 1): TraceEvent => ({
  name,
  ph: "X",
  pid: 1,
  tid,
  tts: startMs * 1000,
  tdur: lengthMs * 1000,
});
const measureWork = (...events: TraceEvent[]) =>
  workBetween([mark("start", 100), ...events, mark("end", 200)], "start", "end");

describe("the work between two marks", () => {
  it("counts nested scripts once", () => {
    expect(
      measureWork(event("EventDispatch", 110, 40), event("FunctionCall", 111, 30), event("RunMicrotasks", 160, 5)),
    ).toMatchObject({ scripting: 45 });
  });

  it("does not count layout inside a script, and counts a script inside the parser", () => {
    expect(
      measureWork(
        event("FunctionCall", 110, 30),
        event("Layout", 115, 10),
        event("ParseHTML", 150, 20),
        event("EvaluateScript", 155, 5),
      ),
    ).toMatchObject({ scripting: 25 });
  });

  it("counts only events between the marks, and only those on the thread of the marks", () => {
    expect(
      measureWork(
        event("FunctionCall", 90, 20),
        event("FunctionCall", 195, 20),
        event("FunctionCall", 10, 20),
        event("FunctionCall", 120, 50, 2),
      ),
    ).toMatchObject({ scripting: 15 });
  });

  it("reports the longest task at its full length, even if it began before the first mark", () => {
    expect(measureWork(event("RunTask", 90, 30), event("RunTask", 130, 20), event("RunTask", 20, 60))).toMatchObject({
      longestTask: 30,
    });
  });

  it("throws if a mark is missing", () => {
    expect(() => workBetween([mark("start", 1)], "start", "end")).toThrow("no mark 'end'");
  });
});
