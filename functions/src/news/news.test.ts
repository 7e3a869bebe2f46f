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
const ME = { uid: "me", username: "max" };
const amendmentFields = { kind: "amended", from: null, to: "note" };

/** The reports' amendments; a hidden one has no text on the board. */
const amendments = [
  { id: "first", text: "Long ago" },
  { id: "note", text: `Which\n\nbrowser?${" And where?".repeat(20)}` },
  { id: "hidden", text: "", hiddenAt: timeAt(9) },
];
const report = {
  ...{ number: 7, title: "It breaks", user: { username: "max" } },
  amendment: JSON.stringify(amendments),
};
const jsonBuffer = Buffer.from(JSON.stringify(report));
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
  selectNews(events, memberFollows, ME, reports).items.map(({ id }) => id);

describe("the items of a member's news", () => {
  it("have each change of a followed report, with the report's number and title and the change's author", () => {
    const events = [createEvent("second", 2, amendmentFields), createEvent("first", 1)];
    expect(selectNews(events, createFollows(), ME, reports)).toEqual({
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
          excerpt: expect.stringMatching(/^Which browser\? And where\?/),
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
      unread: 1,
      unreadReports: ["followed"],
      unreadOwn: ["followed"],
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
    expect(selectNews(events, createFollows(), ME, reports).items).toMatchObject([
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
    expect(selectNews(events, memberFollows, ME, reports)).toMatchObject({
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
    expect(selectNews(deletionOfRestoredReport, createFollows(), ME, reports).items).toMatchObject([
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
      expect(selectNews(events, createFollows({}, mode), ME, reports).items).toMatchObject([
        { id: "reopened", kind: "reopened", reason: "duplicate" },
        { id: "duplicate", kind: "closed", reason: "duplicate", of, count: 2 },
      ]);
    expect(selectNews(events.slice(3), createFollows(), ME, reports).items).toMatchObject([
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
    const countUnread = (memberFollows: Follows) =>
      selectNews(events, memberFollows, ME, reports).items.flatMap(({ isUnread, count = 1 }) =>
        isUnread ? count : [],
      );
    expect(countUnread(createFollows({ seenAt: timeAt(1) }))).toEqual([2]);
    expect(countUnread(createFollows({ seen: new Map([["followed", timeAt(2)]]) }))).toEqual([1]);
    expect(countUnread(createFollows({ seen: new Map([["other", timeAt(3)]]) }))).toEqual([3]);
    expect(selectNews(events, createFollows({ seenAt: timeAt(3) }), ME, reports)).toMatchObject({
      unreadReports: [],
      unreadSince: null,
    });
  });

  it("are one item for each kind of change of a report, with the number of changes, but not read with unread ones", () => {
    const events = [
      createEvent("e5", 5, { ...amendmentFields, to: "hidden", byName: "mia" }),
      createEvent("e4", 4, amendmentFields),
      createEvent("e3", 3, { from: "IN_PROGRESS", to: "TESTING" }),
      createEvent("e2", 2),
      createEvent("e1", 1, { ...amendmentFields, to: "first" }),
    ];
    const { items, unread } = selectNews(
      events,
      createFollows({ seen: new Map([["followed", timeAt(1)]]) }),
      ME,
      reports,
    );
    expect(items).toMatchObject([
      { id: "e5", kind: "amended", by: "mia", byOthers: ["ada"], count: 2, isUnread: true },
      { id: "e3", kind: "status", to: "TESTING", count: 2, isUnread: true },
      { id: "e1", kind: "amended", isUnread: false },
    ]);
    for (const item of items.slice(1)) expect(item).not.toHaveProperty("byOthers");
    expect(items[2]).not.toHaveProperty("count");
    expect(unread).toBe(1);
  });

  it("begin with what was said last in an amendment that is not hidden, in one line, and say nothing of others", () => {
    const edited = { kind: "edited", from: null };
    const excerptsOf = (...changes: Partial<LoggedEvent>[]) =>
      selectNews(
        changes.map((overrides, index) => createEvent(`e${index}`, 9 - index, overrides)),
        createFollows(),
        ME,
        reports,
      ).items.map(({ excerpt }) => excerpt);
    const [cut] = excerptsOf({ ...amendmentFields, to: "hidden" }, amendmentFields);
    const whole = `Which browser?${" And where?".repeat(20)}`;
    expect(cut).toBe(`${whole.slice(0, LIMITS.newsExcerpt)}…`);
    expect(excerptsOf({ ...amendmentFields, to: "hidden" })).toEqual([undefined]);
    expect(excerptsOf({ ...amendmentFields, to: "unknown" })).toEqual([undefined]);
    expect(excerptsOf({ ...edited, to: "first" }, { ...edited, to: null })).toEqual(["Long ago", undefined]);
    for (const kind of ["hidden", "unhidden"] as const)
      expect(excerptsOf({ kind, from: null, to: "note", about: "me" })).toEqual([undefined]);
    const deletion = { issueId: "deleted", kind: "deleted", to: null, report: { number: 9, title: "It broke" } };
    const events = [
      createEvent("gone", 3, deletion),
      createEvent("said", 2, { ...amendmentFields, issueId: "deleted" }),
    ];
    const followsDeleted = createFollows({ reports: new Map([["deleted", { mode: "all", since: timeAt(0) }]]) });
    const { items, unreadOwn } = selectNews(events, followsDeleted, ME, reports);
    expect(items.map(({ id, excerpt }) => [id, excerpt])).toEqual([["gone", undefined]]);
    expect(unreadOwn).toEqual([]);
  });

  it("name the changed reports that the member has filed", () => {
    const { unreadReports, unreadOwn } = selectNews(
      [createEvent("first", 1)],
      createFollows(),
      { uid: "me", username: "Max" },
      reports,
    );
    expect([unreadReports, unreadOwn]).toEqual([["followed"], []]);
  });

  it("are of a limited number of reports, but all unread reports are counted", () => {
    const ids = Array.from({ length: LIMITS.newsPerResponse + 10 }, (_, index) => `report-${index}`);
    const events = ids.flatMap((issueId, index) => [
      createEvent(`${index}-note`, index + 1, { ...amendmentFields, issueId }),
      createEvent(`${index}-step`, index + 1, { issueId }),
    ]);
    const memberFollows = createFollows({ reports: new Map(ids.map((id) => [id, { mode: "all", since: timeAt(0) }])) });
    const { items, unread } = selectNews(events, memberFollows, ME, reports);
    expect(items.length).toBe(2 * LIMITS.newsPerResponse);
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
      selectNews(events, memberFollows, ME, reports, { recentEntries });
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
