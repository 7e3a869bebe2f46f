import { type FollowMode, LIMITS } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import type { LoggedEvent } from "./event-log.ts";
import { type Follows, withVotes } from "./follows.ts";
import { newsOf } from "./news.ts";

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
const event = (id: string, minute: number, rest: Partial<LoggedEvent> = {}): LoggedEvent => ({
  id,
  issueId: "mine",
  kind: "status",
  from: "OPEN",
  to: "IN_PROGRESS",
  by: "admin",
  byName: "ada",
  at: at(minute),
  ...rest,
});
const amended = { kind: "amended", from: null, to: "note" };

const jsonBuffer = Buffer.from(JSON.stringify({ number: 7, title: "It breaks" }));
const reports = {
  get: (id: string) => (id === "deleted" ? undefined : { jsonBuffer, jsonStart: 0, jsonEnd: jsonBuffer.length }),
} as unknown as Parameters<typeof newsOf>[3];

const follows = (rest: Partial<Follows> = {}, mode: FollowMode = "all"): Follows => ({
  reports: new Map([["mine", { mode, since: at(0) }]]),
  seen: new Map(),
  seenAt: "",
  ...rest,
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
          at: at(2),
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
          at: at(1),
          isUnread: true,
        },
      ],
      unread: 2,
      unreadReports: ["mine"],
      unreadSince: at(1),
      following: { mine: "all" },
    });
  });

  it("are not changes before one followed, one's own acts, changes of other reports or of deleted ones, filings, or events of unknown kinds", () => {
    const events = [
      event("earlier", 0),
      event("own", 1, { by: "me" }),
      event("other", 2, { issueId: "other" }),
      event("deleted", 3, { issueId: "deleted" }),
      event("filing", 4, { kind: "created", from: null, to: "OPEN" }),
      event("unknown", 5, { kind: "painted" }),
      event("malformed", 6, { to: "NOWHERE" }),
    ];
    const followed = { mode: "all", since: at(0) } as const;
    const reports = new Map([
      ["mine", followed],
      ["deleted", followed],
    ]);
    expect(idsOf(events, follows({ reports }))).toEqual([]);
  });

  it.each<[FollowMode, string[]]>([
    ["all", ["step", "amendment", "restored"]],
    ["status", ["step"]],
    ["none", []],
  ])("of a report that is followed by '%s' are %j", (mode, ids) => {
    const events = [
      event("step", 3),
      event("amendment", 2, amended),
      event("restored", 1, { kind: "restored", from: null, to: "OPEN" }),
    ];
    expect(idsOf(events, follows({}, mode))).toEqual(ids);
  });

  it("are read up to the time of their report, or of all", () => {
    const events = [event("third", 3), event("second", 2), event("first", 1)];
    const unread = (own: Follows) => {
      const { items, unread } = newsOf(events, own, "me", reports);
      expect(items.filter(({ isUnread }) => isUnread).length).toBe(unread);
      return unread;
    };
    expect(unread(follows({ seenAt: at(1) }))).toBe(2);
    expect(unread(follows({ seen: new Map([["mine", at(2)]]) }))).toBe(1);
    expect(unread(follows({ seen: new Map([["other", at(3)]]) }))).toBe(3);
    expect(newsOf(events, follows({ seenAt: at(3) }), "me", reports)).toMatchObject({
      unreadReports: [],
      unreadSince: null,
    });
  });

  it("are listed up to a limit, and all counted", () => {
    const events = Array.from({ length: LIMITS.newsPerResponse + 10 }, (_, index) => event(`${index}`, index + 1));
    const { items, unread } = newsOf(events, follows(), "me", reports);
    expect(items.length).toBe(LIMITS.newsPerResponse);
    expect(unread).toBe(LIMITS.newsPerResponse + 10);
  });
});

describe("a report for which a member votes", () => {
  it("is followed, unless the member has chosen something else", () => {
    const reports = new Map([["one", { mode: "none", since: at(1) } as const]]);
    expect([
      ...withVotes(
        { reports },
        new Map([
          ["one", at(2)],
          ["two", at(3)],
        ]),
      ),
    ]).toEqual([
      ["one", { mode: "none", since: at(1) }],
      ["two", { mode: "all", since: at(3) }],
    ]);
  });
});
