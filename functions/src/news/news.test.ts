import { type FollowMode, LIMITS } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import type { Reports } from "../board/reports.ts";
import type { LoggedEvent } from "./event-log.ts";
import type { Follows } from "./follows.ts";
import { selectNews } from "./news.ts";

const timeAt = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
const createEvent = (id: string, minute: number, overrides: Partial<LoggedEvent> = {}): LoggedEvent => ({
  id,
  issueId: "followed",
  kind: "status",
  from: "OPEN",
  to: "IN_PROGRESS",
  by: "admin",
  byName: "ada",
  at: timeAt(minute),
  about: null,
  report: null,
  of: null,
  ...overrides,
});
const amendmentFields = { kind: "amended", from: null, to: "note" };

const jsonBuffer = Buffer.from(JSON.stringify({ number: 7, title: "It breaks" }));
const reports = {
  get: (id: string) => (id === "deleted" ? undefined : { jsonBuffer, jsonStart: 0, jsonEnd: jsonBuffer.length }),
  duplicates: {
    duplicatesOf: (id: string) => (id === "target" ? [{ id: "followed" }] : []),
    targetOf: (id: string) => (id === "followed" ? { since: timeAt(10), entry: { id: "target" } } : undefined),
  },
} as unknown as Pick<Reports, "get" | "duplicates">;

const createFollows = (overrides: Partial<Follows> = {}, mode: FollowMode = "all"): Follows => ({
  reports: new Map([["followed", { mode, since: timeAt(0) }]]),
  seen: new Map(),
  seenAt: "",
  entriesSeenAt: "",
  ...overrides,
});
const newsIds = (events: LoggedEvent[], memberFollows: Follows) =>
  selectNews(events, memberFollows, "me", reports).items.map(({ id }) => id);

describe("the items of a member's news", () => {
  it("have each change of a followed report, with the report's number and title and the change's author", () => {
    const events = [createEvent("second", 2, amendmentFields), createEvent("first", 1)];
    expect(selectNews(events, createFollows(), "me", reports)).toEqual({
      items: [
        {
          id: "second",
          issueId: "followed",
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
          issueId: "followed",
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
      unreadReports: ["followed"],
      unreadSince: timeAt(1),
      following: { followed: "all" },
      targets: ["target"],
    });
  });

  it("leave out earlier and own changes, new reports, reports that are not followed, and unknown events", () => {
    const events = [
      createEvent("earlier", 0),
      createEvent("own", 1, { by: "me" }),
      createEvent("other", 2, { issueId: "other" }),
      createEvent("filing", 4, { kind: "created", from: null, to: "OPEN" }),
      createEvent("unknown", 5, { kind: "painted" }),
      createEvent("malformed", 6, { to: "NOWHERE" }),
    ];
    expect(newsIds(events, createFollows())).toEqual([]);
  });

  it("say whether an edit changed the report or an amendment, and which amendment", () => {
    const editFields = { kind: "edited", from: null };
    const events = [
      createEvent("note", 2, { ...editFields, to: "note" }),
      createEvent("report", 1, { ...editFields, to: null }),
    ];
    expect(selectNews(events, createFollows(), "me", reports).items).toMatchObject([
      { id: "note", kind: "edited", amendmentId: "note" },
      { id: "report", kind: "edited", amendmentId: null },
    ]);
  });

  it("have only the last deletion of a deleted report, with the number and title that were recorded", () => {
    const deletionFields = { kind: "deleted", to: null, report: { number: 9, title: "It broke" } };
    const events = [
      createEvent("third", 3, { issueId: "deleted", ...deletionFields }),
      createEvent("second", 2, { issueId: "deleted" }),
      createEvent("first", 1, { issueId: "deleted", ...deletionFields }),
    ];
    const memberFollows = createFollows({ reports: new Map([["deleted", { mode: "all", since: timeAt(0) }]]) });
    expect(selectNews(events, memberFollows, "me", reports)).toMatchObject({
      items: [{ id: "third", kind: "deleted", isGone: true, number: 9, title: "It broke" }],
      unread: 1,
      unreadReports: ["deleted"],
    });
    const deletionWithoutTitle = [createEvent("old", 1, { issueId: "deleted", kind: "deleted", to: null })];
    expect(newsIds(deletionWithoutTitle, memberFollows)).toEqual([]);
    const eventsWithOwnDeletion = [
      createEvent("own", 4, { issueId: "deleted", ...deletionFields, by: "me" }),
      ...events,
    ];
    expect(newsIds(eventsWithOwnDeletion, memberFollows)).toEqual([]);
    const deletionOfRestoredReport = [createEvent("deletion", 1, deletionFields)];
    expect(selectNews(deletionOfRestoredReport, createFollows(), "me", reports).items).toMatchObject([
      { kind: "deleted", isGone: false, number: 7, title: "It breaks" },
    ]);
  });

  it.each<[FollowMode, string[]]>([
    ["all", ["step", "amendment", "restored", "edit", "deletion"]],
    ["status", ["step"]],
    ["none", []],
  ])("of a report that a member follows with the mode '%s' are %j", (mode, ids) => {
    const events = [
      createEvent("step", 3),
      createEvent("amendment", 2, amendmentFields),
      createEvent("restored", 1, { kind: "restored", from: null, to: "OPEN" }),
      createEvent("edit", 1, { kind: "edited", from: null, to: null }),
      createEvent("deletion", 1, { kind: "deleted", to: null }),
    ];
    expect(newsIds(events, createFollows({}, mode))).toEqual(ids);
  });

  it("have closings and reopenings, also for members who follow the status only", () => {
    const of = { id: "target", number: 3, title: "The same" };
    const events = [
      createEvent("unknown reason", 4, { kind: "closed", from: null, to: "bored" }),
      createEvent("reopened", 3, { kind: "reopened", from: "duplicate", to: null }),
      createEvent("duplicate", 2, { kind: "closed", from: null, to: "duplicate", of }),
      createEvent("reason", 1, { kind: "closed", from: null, to: "not-planned" }),
    ];
    for (const mode of ["all", "status"] as const)
      expect(selectNews(events, createFollows({}, mode), "me", reports).items).toMatchObject([
        { id: "reopened", kind: "reopened", reason: "duplicate" },
        { id: "duplicate", kind: "closed", reason: "duplicate", of },
        { id: "reason", kind: "closed", reason: "not-planned" },
      ]);
  });

  it("of a followed duplicate's target begin when it became one; the member's own choice for the target comes first", () => {
    const events = [createEvent("after", 11, { issueId: "target" }), createEvent("before", 9, { issueId: "target" })];
    expect(newsIds(events, createFollows())).toEqual(["after"]);
    expect(newsIds(events, createFollows({}, "none"))).toEqual([]);
    const followedSince = (minute: number, mode: FollowMode = "all") => ({ mode, since: timeAt(minute) });
    const followedLater = createFollows({ reports: new Map([["followed", followedSince(12)]]) });
    expect(newsIds(events, followedLater)).toEqual([]);
    const targetUnfollowed = new Map([
      ["followed", followedSince(0)],
      ["target", followedSince(0, "none")],
    ]);
    expect(newsIds(events, createFollows({ reports: targetUnfollowed }))).toEqual([]);
  });

  it("are no longer unread if the member has seen the report's news, or all news, up to their time or later", () => {
    const events = [createEvent("third", 3), createEvent("second", 2), createEvent("first", 1)];
    const countUnread = (memberFollows: Follows) => {
      const { items, unread } = selectNews(events, memberFollows, "me", reports);
      expect(items.filter(({ isUnread }) => isUnread).length).toBe(unread);
      return unread;
    };
    expect(countUnread(createFollows({ seenAt: timeAt(1) }))).toBe(2);
    expect(countUnread(createFollows({ seen: new Map([["followed", timeAt(2)]]) }))).toBe(1);
    expect(countUnread(createFollows({ seen: new Map([["other", timeAt(3)]]) }))).toBe(3);
    expect(selectNews(events, createFollows({ seenAt: timeAt(3) }), "me", reports)).toMatchObject({
      unreadReports: [],
      unreadSince: null,
    });
  });

  it("are listed up to a limit, but all unread items are counted", () => {
    const events = Array.from({ length: LIMITS.newsPerResponse + 10 }, (_, index) =>
      createEvent(`${index}`, index + 1),
    );
    const { items, unread } = selectNews(events, createFollows(), "me", reports);
    expect(items.length).toBe(LIMITS.newsPerResponse);
    expect(unread).toBe(LIMITS.newsPerResponse + 10);
  });

  describe("about entries of What's new", () => {
    const recentEntries = new Map([["entry", { title: "Uploads work again", at: timeAt(3) }]]);
    const publish = (
      id: string,
      minute: number,
      overrides: Partial<LoggedEvent> & { told?: Record<string, string> } = {},
    ) =>
      createEvent(id, minute, {
        kind: "published",
        from: null,
        to: null,
        entry: { id: "entry", told: overrides.told ?? {} },
        ...overrides,
      });
    const select = (events: LoggedEvent[], memberFollows: Follows) =>
      selectNews(events, memberFollows, "me", reports, { recentEntries });
    const followsBoth = (since = 0) =>
      createFollows({
        reports: new Map([
          ["followed", { mode: "all", since: timeAt(0) }],
          ["other", { mode: "status", since: timeAt(since) }],
        ]),
      });

    it("are one for each entry, with its title of now, and do not count the report as changed", () => {
      const events = [
        publish("b", 3, { issueId: "other" }),
        publish("a", 3),
        publish("c", 3, { issueId: "unfollowed" }),
      ];
      expect(select(events, followsBoth())).toMatchObject({
        items: [
          { id: "b", kind: "published", entryId: "entry", number: null, title: "Uploads work again", isUnread: true },
        ],
        unread: 1,
        unreadReports: [],
        unreadSince: null,
      });
    });

    it("are none for their author, in the mode 'none', of a deleted entry, and before the member followed the report", () => {
      const ids = (events: LoggedEvent[], memberFollows: Follows) =>
        select(events, memberFollows).items.map(({ id }) => id);
      expect(ids([publish("a", 3, { by: "me" })], createFollows())).toEqual([]);
      expect(ids([publish("a", 3)], createFollows({}, "none"))).toEqual([]);
      expect(ids([publish("a", 3, { entry: { id: "deleted", told: {} } })], createFollows())).toEqual([]);
      expect(ids([publish("a", 3, { issueId: "other" })], followsBoth(4))).toEqual([]);
      expect(ids([publish("a", 3)], createFollows({}, "status"))).toEqual(["a"]);
    });

    it("tell of a later link only those who were not told before, also if the earlier event is forgotten", () => {
      const later = publish("later", 8, { issueId: "other", told: { followed: timeAt(3) } });
      const ids = (events: LoggedEvent[], memberFollows: Follows) =>
        select(events, memberFollows).items.map(({ id }) => id);
      expect(ids([later, publish("first", 3)], followsBoth())).toEqual(["first"]);
      expect(ids([later], followsBoth())).toEqual([]);
      const followsOther = createFollows({ reports: new Map([["other", { mode: "all", since: timeAt(0) }]]) });
      expect(ids([later, publish("first", 3)], followsOther)).toEqual(["later"]);
    });

    it("tell those who follow a duplicate of the linked report, from the moment at which it became one", () => {
      const ids = (events: LoggedEvent[]) => select(events, createFollows()).items.map(({ id }) => id);
      expect(ids([publish("before", 9, { issueId: "target" })])).toEqual([]);
      const after = publish("after", 11, { issueId: "target" });
      expect(ids([after])).toEqual(["after"]);
      expect(ids([publish("later", 12, { told: { target: timeAt(11) } }), after])).toEqual(["after"]);
    });

    it("stay while the linked report is deleted, and are read once the member has seen What's new or all news", () => {
      const events = [publish("a", 3, { issueId: "deleted" })];
      const reportsFollowed = new Map([["deleted", { mode: "all" as const, since: timeAt(0) }]]);
      const unreadOf = (overrides: Partial<Follows>) =>
        select(events, createFollows({ reports: reportsFollowed, ...overrides })).unread;
      expect(unreadOf({})).toBe(1);
      expect(unreadOf({ seen: new Map([["deleted", timeAt(5)]]) })).toBe(1);
      expect([unreadOf({ entriesSeenAt: timeAt(3) }), unreadOf({ seenAt: timeAt(3) })]).toEqual([0, 0]);
    });
  });
});
