import { compareText, LIMITS } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { createEventLog, type LoadEvents, type LoggedEvent, OVERLAP_MS } from "./event-log.ts";

const DAY_MS = 86_400_000;
const READ_SIZE = 300;
const START = Date.parse("2026-01-01T00:00:00.000Z");

const createEvent = (id: string, atMs: number, by = "uid"): LoggedEvent => ({
  id,
  issueId: "report",
  kind: "status",
  from: "OPEN",
  to: "IN_PROGRESS",
  by,
  byName: "ada",
  at: new Date(atMs).toISOString(),
  about: null,
  report: null,
});

/** Creates a log of `storedEvents` whose time is `clock`. `readStarts` has the earliest event time of each read. */
function setUp() {
  const storedEvents: LoggedEvent[] = [];
  const readStarts: number[] = [];
  const clock = { now: START };
  // The cursor is the number of events that were returned already.
  const load: LoadEvents = async (since, before) => {
    readStarts.push(since.getTime());
    const [first] = (before ?? [{ integerValue: "0" }]) as { integerValue: string }[];
    const end = Number(first!.integerValue) + READ_SIZE;
    const found = storedEvents
      .filter(({ at }) => Date.parse(at) >= since.getTime())
      .sort((a, b) => compareText(b.at, a.at));
    return {
      events: found.slice(end - READ_SIZE, end),
      next: end < found.length ? [{ integerValue: String(end) }] : null,
    };
  };
  const log = createEventLog(load, () => clock.now);
  const readIds = async (revision: number, lineage = "first lineage") => {
    const outcome = await log.read({ lineage, revision, readTime: clock.now });
    return "events" in outcome ? outcome.events.map(({ id }) => id) : outcome.refusal;
  };
  return { storedEvents, readStarts, clock, readIds };
}

describe("the log of events", () => {
  it("returns the events of the last 30 days, newest first, and reads only new events later", async () => {
    const { storedEvents, readStarts, clock, readIds } = setUp();
    storedEvents.push(
      createEvent("old", START - (LIMITS.newsDays + 1) * DAY_MS),
      createEvent("first", START - 5),
      createEvent("second", START - 4),
    );
    expect(await readIds(1)).toEqual(["second", "first"]);
    storedEvents.push(createEvent("third", START + 10));
    clock.now = START + 20;
    expect(await readIds(2)).toEqual(["third", "second", "first"]);
    expect(readStarts).toEqual([START - LIMITS.newsDays * DAY_MS, START - OVERLAP_MS]);
  });

  it("finds an event that becomes visible a minute after its time", async () => {
    const { storedEvents, readIds } = setUp();
    await readIds(1);
    storedEvents.push(createEvent("late", START - OVERLAP_MS));
    expect(await readIds(2)).toEqual(["late"]);
  });

  it("does not read again while the board has not moved, and reads once for requests at the same time", async () => {
    const { readStarts, readIds } = setUp();
    await Promise.all([readIds(1), readIds(1)]);
    await readIds(1);
    expect(readStarts.length).toBe(1);
    await readIds(2);
    expect(readStarts.length).toBe(2);
  });

  it("reads all events again if the lineage of the board changes, as after a restored backup", async () => {
    const { storedEvents, clock, readIds } = setUp();
    storedEvents.push(createEvent("rolled back", START - 5));
    expect(await readIds(1)).toEqual(["rolled back"]);
    storedEvents.splice(0, 1, createEvent("restored", START - 20 * DAY_MS));
    clock.now = START + 5;
    expect(await readIds(1, "second lineage")).toEqual(["restored"]);
  });

  it("does not return events that have become older than 30 days", async () => {
    const { storedEvents, clock, readIds } = setUp();
    storedEvents.push(createEvent("first", START));
    expect(await readIds(1)).toEqual(["first"]);
    clock.now = START + LIMITS.newsDays * DAY_MS + 1;
    expect(await readIds(1)).toEqual([]);
  });

  it("keeps the events of others, however many one member causes", async () => {
    const { storedEvents, readIds, clock } = setUp();
    storedEvents.push(createEvent("before", START - 1_000_000, "other"));
    for (let index = 0; index < 1_000; index += 1)
      storedEvents.push(createEvent(`many-${index}`, START - 999_000 + index, "busy member"));
    const ids = await readIds(1);
    expect(ids).toHaveLength(201);
    expect([ids[0], ids.at(-1)]).toEqual(["many-999", "before"]);
    for (let index = 1_000; index < 1_200; index += 1)
      storedEvents.push(createEvent(`many-${index}`, START + index, "busy member"));
    clock.now = START + 5_000;
    expect((await readIds(2)).slice(-2)).toEqual(["many-1000", "before"]);
  });

  it("returns Firestore's refusal, and reads again at the next request", async () => {
    let isDown = true;
    const log = createEventLog(
      async () =>
        isDown ? { refusal: "UNAVAILABLE" as const } : { events: [createEvent("first", START)], next: null },
      () => START,
    );
    expect(await log.read(null)).toEqual({ refusal: "UNAVAILABLE" });
    isDown = false;
    expect(await log.read(null)).toMatchObject({ events: [{ id: "first" }] });
  });
});
