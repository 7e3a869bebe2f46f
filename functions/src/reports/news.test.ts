import { type FollowMode, LIMITS } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import type { LoggedEvent } from "./event-log.ts";
import type { Follows } from "./follows.ts";
import { newsOf } from "./news.ts";

const timeAt = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
const event = (id: string, minute: number, overrides: Partial<LoggedEvent> = {}): LoggedEvent => ({
  id,
  issueId: "mine",
  kind: "status",
  from: "OPEN",
  to: "IN_PROGRESS",
  by: "admin",
  byName: "ada",
  at: timeAt(minute),
  report: null,
  ...overrides,
});
const amended = { kind: "amended", from: null, to: "note" };

const jsonBuffer = Buffer.from(JSON.stringify({ number: 7, title: "It breaks" }));
const reports = {
  get: (id: string) => (id === "deleted" ? undefined : { jsonBuffer, jsonStart: 0, jsonEnd: jsonBuffer.length }),
} as unknown as Parameters<typeof newsOf>[3];

const follows = (overrides: Partial<Follows> = {}, mode: FollowMode = "all"): Follows => ({
  reports: new Map([["mine", { mode, since: timeAt(0) }]]),
  seen: new Map(),
  seenAt: "",
  ...overrides,
});
const idsOf = (events: LoggedEvent[], own: Follows) => newsOf(events, own, "me", reports).items.map(({ id }) => id);

describe("news", () => {
  it("name each change of a followed report with its number, title and author", () => {
    const events = [event("second", 2, amended), event("first", 1)];
    expect(newsOf(events, follows(), "me", reports)).toEqual({
      items: [
        {
          id: "second",
          issueId: "mine",
          kind: "amended",
          amendmentId: "note",
          number: 7,
          title: "It breaks",
          by: "ada",
          at: timeAt(2),
          isUnread: true,
        },
        {
          id: "first",
          issueId: "mine",
          kind: "status",
          from: "OPEN",
          to: "IN_PROGRESS",
          number: 7,
          title: "It breaks",
          by: "ada",
          at: timeAt(1),
          isUnread: true,
        },
      ],
      unread: 2,
      unreadReports: ["mine"],
      unreadSince: timeAt(1),
      following: { mine: "all" },
    });
  });

  it("are not earlier changes, the member's own, those of other reports, filings, or events of unknown kinds", () => {
    const events = [
      event("earlier", 0),
      event("own", 1, { by: "me" }),
      event("other", 2, { issueId: "other" }),
      event("filing", 4, { kind: "created", from: null, to: "OPEN" }),
      event("unknown", 5, { kind: "painted" }),
      event("malformed", 6, { to: "NOWHERE" }),
    ];
    expect(idsOf(events, follows())).toEqual([]);
  });

  it("name an edit of the report, or the amendment that was edited", () => {
    const edited = { kind: "edited", from: null };
    const events = [event("note", 2, { ...edited, to: "note" }), event("report", 1, { ...edited, to: null })];
    expect(newsOf(events, follows(), "me", reports).items).toMatchObject([
      { id: "note", kind: "edited", amendmentId: "note" },
      { id: "report", kind: "edited", amendmentId: null },
    ]);
  });

  it("of a deleted report are only its last deletion, with the number and title that it had", () => {
    const deleted = { kind: "deleted", to: null, report: { number: 9, title: "It broke" } };
    const events = ["third", "second", "first"].map((id, index) =>
      event(id, 3 - index, { issueId: "deleted", ...(id === "second" ? {} : deleted) }),
    );
    const own = follows({ reports: new Map([["deleted", { mode: "all", since: timeAt(0) }]]) });
    expect(newsOf(events, own, "me", reports)).toMatchObject({
      items: [{ id: "third", kind: "deleted", isGone: true, number: 9, title: "It broke" }],
      unread: 1,
      unreadReports: ["deleted"],
    });
    const unnamed = [event("old", 1, { issueId: "deleted", kind: "deleted", to: null })];
    expect(idsOf(unnamed, own)).toEqual([]);
    const byMe = [event("own", 4, { issueId: "deleted", ...deleted, by: "me" }), ...events];
    expect(idsOf(byMe, own)).toEqual([]);
    const restored = [event("deletion", 1, deleted)];
    expect(newsOf(restored, follows(), "me", reports).items).toMatchObject([
      { kind: "deleted", isGone: false, number: 7, title: "It breaks" },
    ]);
  });

  it.each<[FollowMode, string[]]>([
    ["all", ["step", "amendment", "restored", "edit", "deletion"]],
    ["status", ["step"]],
    ["none", []],
  ])("of a report that is followed with the mode '%s' are %j", (mode, ids) => {
    const events = [
      event("step", 3),
      event("amendment", 2, amended),
      event("restored", 1, { kind: "restored", from: null, to: "OPEN" }),
      event("edit", 1, { kind: "edited", from: null, to: null }),
      event("deletion", 1, { kind: "deleted", to: null }),
    ];
    expect(idsOf(events, follows({}, mode))).toEqual(ids);
  });

  it("are read if they are not later than the time seen for their report, or for all reports", () => {
    const events = [event("third", 3), event("second", 2), event("first", 1)];
    const countUnread = (own: Follows) => {
      const { items, unread } = newsOf(events, own, "me", reports);
      expect(items.filter(({ isUnread }) => isUnread).length).toBe(unread);
      return unread;
    };
    expect(countUnread(follows({ seenAt: timeAt(1) }))).toBe(2);
    expect(countUnread(follows({ seen: new Map([["mine", timeAt(2)]]) }))).toBe(1);
    expect(countUnread(follows({ seen: new Map([["other", timeAt(3)]]) }))).toBe(3);
    expect(newsOf(events, follows({ seenAt: timeAt(3) }), "me", reports)).toMatchObject({
      unreadReports: [],
      unreadSince: null,
    });
  });

  it("are listed up to a limit, but the count of unread news has no limit", () => {
    const events = Array.from({ length: LIMITS.newsPerResponse + 10 }, (_, index) => event(`${index}`, index + 1));
    const { items, unread } = newsOf(events, follows(), "me", reports);
    expect(items.length).toBe(LIMITS.newsPerResponse);
    expect(unread).toBe(LIMITS.newsPerResponse + 10);
  });
});
