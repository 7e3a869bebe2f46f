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
  ...overrides,
});
const amendmentFields = { kind: "amended", from: null, to: "note" };

const jsonBuffer = Buffer.from(JSON.stringify({ number: 7, title: "It breaks" }));
const reports = {
  get: (id: string) => (id === "deleted" ? undefined : { jsonBuffer, jsonStart: 0, jsonEnd: jsonBuffer.length }),
} as unknown as Pick<Reports, "get">;

const createFollows = (overrides: Partial<Follows> = {}, mode: FollowMode = "all"): Follows => ({
  reports: new Map([["followed", { mode, since: timeAt(0) }]]),
  seen: new Map(),
  seenAt: "",
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
});
