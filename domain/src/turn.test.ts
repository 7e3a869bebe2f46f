import { describe, expect, it } from "vitest";
import { CLOSE_REASONS } from "./closing.ts";
import { STATUSES } from "./enumerations.ts";
import type { Amendment, Issue } from "./issue.ts";
import { issueWith } from "./testing.ts";
import { turnOf } from "./turn.ts";

const day = (number: number): string => `2026-11-0${number}T12:00:00.000Z`;
const FILED = day(1);

/** Amendments on one day after another, each of a letter for its author (`a`dmin or `m`ember) and its text. */
const amendmentsOf = (texts: string[]): Amendment[] =>
  texts.map((text, index) => ({
    id: String(index),
    text: text.slice(2),
    createdBy: text.startsWith("a") ? "ada" : "mia",
    createdAt: day(index + 2),
    ...(text.startsWith("a") && { byAdmin: true }),
  }));

const OPEN = { status: "OPEN", createdAt: FILED, amendments: [], closedAs: undefined, duplicateOf: undefined } as const;
const turnWith = (fields: Partial<Issue>) => turnOf(issueWith({ ...OPEN, ...fields } as Partial<Issue>));

describe("whose turn it is", () => {
  it.each<[string[], "admins" | "reporter", string]>([
    [[], "admins", FILED],
    [["m it is worse now", "m still"], "admins", FILED],
    [["a Which browser do you use?"], "reporter", day(2)],
    [["a Which browser? Please say so."], "reporter", day(2)],
    [["a 你用什么浏览器？"], "reporter", day(2)],
    [["a Thank you, I look into it."], "admins", day(2)],
    [["a Which browser?", "m Firefox", "m 144"], "admins", day(3)],
    [["m a", "a Which browser?", "m Firefox", "a And which version?"], "reporter", day(5)],
    [["a Which browser?", "a Found it myself."], "admins", day(3)],
    [["m Is anybody there?"], "admins", FILED],
  ])("after %j it is the turn of the %s since %s", (texts, who, since) => {
    expect(turnWith({ amendments: amendmentsOf(texts) })).toEqual({ who, since });
  });

  it("a hidden question asks nobody", () => {
    const amendments = amendmentsOf(["a Which browser?"]).map((amendment) => ({
      ...amendment,
      text: "",
      hiddenAt: day(3),
    }));
    expect(turnWith({ amendments })).toEqual({ who: "admins", since: FILED });
  });

  it("nobody's, once a report is resolved, has ended or is closed", () => {
    const waiting = STATUSES.filter((status) => turnWith({ status }) !== null);
    expect(waiting).toEqual(["OPEN", "IN_PROGRESS", "TESTING", "PLANNED"]);
    expect(turnWith({ closedAs: CLOSE_REASONS[0]! })).toBeNull();
  });
});
