import { expect, it } from "vitest";
import type { News } from "./news.ts";
import { areNewsOutdated } from "./stored-follows.ts";

const isoAt = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
/** A Firestore timestamp, as far as it is read. */
const timeAt = (minute: number) => ({ toDate: () => new Date(isoAt(minute)) });

const item = { number: 7, title: "It breaks", by: "ada" };
const news: News = {
  items: [
    { ...item, id: "e2", kind: "published", entryId: "n1", issueId: "own", at: isoAt(2), isUnread: true },
    { ...item, id: "e1", kind: "amended", amendmentId: "a1", issueId: "own", at: isoAt(1), isUnread: true },
  ],
  ...{ unread: 2, unreadReports: ["own"], unreadOwn: ["own"], unreadSince: isoAt(1) },
  ...{ following: { own: "all" }, newEntry: { title: "New", at: isoAt(2), others: 0 }, asOf: isoAt(3), revision: 1 },
};
const stored = { reports: { own: { mode: "all", since: timeAt(0) } } };

it("the news are as stored, whatever was seen before their changes or of other reports", () => {
  expect(areNewsOutdated(news, stored)).toBe(false);
  const seen = { own: timeAt(0), other: timeAt(9) };
  expect(areNewsOutdated(news, { ...stored, seen, seenAt: timeAt(0), entriesSeenAt: timeAt(1) })).toBe(false);
  expect(areNewsOutdated(news, { ...stored, seen: "yesterday", seenAt: 12, entriesSeenAt: null })).toBe(false);
});

it("what this page has marked as read itself makes them no older", () => {
  const { newEntry: _, ...others } = news;
  const read = { ...others, items: news.items.map((each) => ({ ...each, isUnread: false })) };
  expect(areNewsOutdated(read, { ...stored, seenAt: timeAt(9), entriesSeenAt: timeAt(9) })).toBe(false);
});

it("they are outdated once another device has read one of them, or entries of What's new", () => {
  expect(areNewsOutdated(news, { ...stored, seenAt: timeAt(1) })).toBe(true);
  expect(areNewsOutdated(news, { ...stored, seen: { own: timeAt(1) } })).toBe(true);
  const withoutEntry = { ...news, items: news.items.slice(1) };
  expect(areNewsOutdated(withoutEntry, { ...stored, entriesSeenAt: timeAt(2) })).toBe(true);
});

it("they are outdated once another device follows a report, stops, or follows it in another mode", () => {
  expect(areNewsOutdated(news, { reports: { ...stored.reports, other: { mode: "all" } } })).toBe(true);
  expect(areNewsOutdated(news, { reports: {} })).toBe(true);
  expect(areNewsOutdated(news, {})).toBe(true);
  expect(areNewsOutdated(news, { reports: { own: { mode: "status" } } })).toBe(true);
  expect(areNewsOutdated({ ...news, following: {} }, { reports: { constructor: { mode: "all" } } })).toBe(true);
});
