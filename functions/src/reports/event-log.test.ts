import { LIMITS } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { createEventLog, type LoadEvents, type LoggedEvent, MIN_INTERVAL_MS, OVERLAP_MS } from "./event-log.ts";

const credentials = { idToken: "token", appCheck: undefined };
const DAY_MS = 86_400_000;
const START = Date.parse("2026-01-01T00:00:00.000Z");

const event = (id: string, atMs: number): LoggedEvent => ({
  id,
  issueId: "report",
  kind: "status",
  from: "OPEN",
  to: "IN_PROGRESS",
  by: "uid",
  byName: "ada",
  at: new Date(atMs).toISOString(),
  report: null,
});

/** A log that reads `stored` at the time `clock`; `reads` has the time from which each read of the log started. */
function setUp() {
  const stored: LoggedEvent[] = [];
  const reads: number[] = [];
  const clock = { now: START };
  const load: LoadEvents = async (_, since) => {
    reads.push(since.getTime());
    return { events: stored.filter(({ at }) => Date.parse(at) >= since.getTime()) };
  };
  const log = createEventLog(load, () => clock.now);
  const ids = async (lineage = "first") => {
    const read = await log.read(credentials, lineage);
    return "events" in read ? read.events.map(({ id }) => id) : read.refusal;
  };
  return { stored, reads, clock, ids };
}

describe("the log of events", () => {
  it("has the events of the last 30 days, newest first, and then reads only new events", async () => {
    const { stored, reads, clock, ids } = setUp();
    stored.push(
      event("old", START - (LIMITS.newsDays + 1) * DAY_MS),
      event("first", START - 5),
      event("second", START - 4),
    );
    expect(await ids()).toEqual(["second", "first"]);
    stored.push(event("third", START + 10));
    clock.now = START + MIN_INTERVAL_MS;
    expect(await ids()).toEqual(["third", "second", "first"]);
    expect(reads).toEqual([START - LIMITS.newsDays * DAY_MS, START - OVERLAP_MS]);
  });

  it("finds an event that its trigger records late", async () => {
    const { stored, clock, ids } = setUp();
    await ids();
    stored.push(event("late", START - 4 * 60_000));
    clock.now = START + MIN_INTERVAL_MS;
    expect(await ids()).toEqual(["late"]);
  });

  it("answers a second request within one second without a further read", async () => {
    const { reads, clock, ids } = setUp();
    await ids();
    clock.now = START + MIN_INTERVAL_MS - 1;
    await ids();
    expect(reads.length).toBe(1);
  });

  it("reads all events again after a backup was restored, which makes a new board", async () => {
    const { stored, clock, ids } = setUp();
    stored.push(event("rolled back", START - 5));
    expect(await ids()).toEqual(["rolled back"]);
    stored.splice(0, 1, event("restored", START - 20 * DAY_MS));
    clock.now = START + 5;
    expect(await ids("second")).toEqual(["restored"]);
  });

  it("forgets events that have become too old", async () => {
    const { stored, clock, ids } = setUp();
    stored.push(event("first", START));
    expect(await ids()).toEqual(["first"]);
    clock.now = START + LIMITS.newsDays * DAY_MS + 1;
    expect(await ids()).toEqual([]);
  });

  it("returns Firestore's refusal, and reads again at the next request", async () => {
    let isDown = true;
    const log = createEventLog(
      async () => (isDown ? { refusal: "UNAVAILABLE" as const } : { events: [event("first", START)] }),
      () => START,
    );
    expect(await log.read(credentials, null)).toEqual({ refusal: "UNAVAILABLE" });
    isDown = false;
    expect(await log.read(credentials, null)).toMatchObject({ events: [{ id: "first" }] });
  });
});
