import type { WireNewsItem } from "@logbook/domain";
import { expect, it } from "vitest";
import { authorsOf, changesText, groupNews } from "./news-texts.ts";

let lastId = 0;
const createItem = (overrides: object): WireNewsItem => {
  lastId += 1;
  const fields = { id: `e${lastId}`, issueId: "r1", number: 7, title: "It breaks", by: "ada", at: "", isUnread: true };
  return { ...fields, kind: "amended", amendmentId: "a1", ...overrides } as WireNewsItem;
};
const step = { kind: "status", from: "OPEN", to: "IN_PROGRESS" };

it("the news of a report are one entry: its unread changes or, without any, all", () => {
  const unread = [createItem({}), createItem({ issueId: "r2", isUnread: false }), createItem(step)];
  const read = [createItem({ isUnread: false, count: 3 }), createItem({ issueId: "r2", isUnread: false, ...step })];
  expect(groupNews([...unread, ...read])).toEqual([
    [unread[0], unread[2]],
    [unread[1], read[1]],
  ]);
});

it("an entry of What's new is an entry of its own", () => {
  const items = [createItem({ kind: "published", entryId: "n1" }), createItem({})];
  expect(groupNews(items)).toEqual(items.map((item) => [item]));
});

it("an entry says what changed, each kind once, read and unread ones together", () => {
  expect(changesText([createItem({ count: 2 }), createItem(step)])).toBe("2 amendments, status In Progress");
  expect(changesText([createItem({ count: 2 }), createItem({ isUnread: false })])).toBe("3 amendments");
  const edits = [createItem({ kind: "edited" }), createItem({ kind: "edited", amendmentId: null, count: 2 })];
  expect(changesText([edits[0]!, edits[1]!])).toBe("an amendment edited, edited");
  const textOf = (overrides: object) => changesText([createItem(overrides)]);
  expect(textOf({ kind: "closed", reason: "duplicate", of: { id: "r2", number: 3, title: "" } })).toBe(
    "closed as a duplicate of #3",
  );
  expect(textOf({ kind: "closed", reason: "not-planned" })).toBe("closed: Not planned");
  expect(textOf({ kind: "reopened", reason: "duplicate" })).toBe("marked as no duplicate");
  expect(textOf({ kind: "reopened", reason: "not-planned" })).toBe("reopened");
  expect(textOf({ kind: "hidden" })).toBe("your amendment hidden");
});

it("an entry names two authors, and others", () => {
  expect(authorsOf([createItem({ by: "" })])).toEqual(["an admin"]);
  expect(authorsOf([createItem({ byOthers: ["mia"] }), createItem({ ...step, by: "mia" })])).toEqual(["ada", "mia"]);
  expect(authorsOf([createItem({ byOthers: ["mia", "max"] })])).toEqual(["ada", "mia", "others"]);
});
