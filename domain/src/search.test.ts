import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { STATUS_GROUPS, STATUSES, type StatusGroup } from "./enumerations.ts";
import type { Issue } from "./issue.ts";
import { type Filters, NO_FILTERS } from "./list-parameters.ts";
import { filterMatcher, foldSearch, parseSearch, searchMatcher, searchText, splitSearch } from "./search.ts";
import { anyFilters, anyIssue, issueWith } from "./testing.ts";

/** A predicate for the reports that the filters and the search show. */
const shows = (filters: Filters) => (issue: Issue) =>
  filterMatcher(filters)(issue) && searchText(issue).includes(foldSearch(filters.search));
const BUG: Partial<Issue> = {
  number: 142,
  type: "bug",
  title: "Login fails",
  description: "See title",
  status: "OPEN",
  reporter: "Max",
};
/** Whether the search finds `BUG`, after some of its fields were replaced by `fields`. */
const finds = (search: string, fields: Partial<Issue> = {}): boolean =>
  searchMatcher(search)(issueWith({ ...BUG, ...fields }));
const fieldsWithAmendment: Partial<Issue> = {
  amendments: [{ id: "a", text: "Since the update of the Calendar", createdBy: "ada", createdAt: "" }],
};

describe("section 9: search and filters", () => {
  it.each([
    ["the title", { title: "Broken CALENDAR", description: "", reporter: "x" }],
    ["the description", { title: "", description: "the calendar is late", reporter: "x" }],
    ["the reporter", { title: "", description: "", reporter: "Calendar-Fan" }],
  ])("a search finds a text in %s, in upper or lower case", (_, texts) => {
    expect(shows({ ...NO_FILTERS, search: "caLENdar" })(issueWith(texts))).toBe(true);
    expect(shows({ ...NO_FILTERS, search: "calendars" })(issueWith(texts))).toBe(false);
  });

  it.each([
    // In lower case the search ends with ς, while the title has σ at that place, inside its word.
    ["ΚΟΣΜΟΣ", "ΚΟΣ"],
    // Both end with a sigma.
    ["ΛΆΘΟΣ", "λάθος"],
    // The search is typed with the sigma of a word's end.
    ["ΑΣΤΕΡΙ", "ας"],
    // Unicode has the small j with a caron as one character, but not the capital one.
    ["J\u030c", "\u01f0"],
    // Unicode has the small upsilon with these two accents as one character, but not the capital one.
    ["\u03ab\u0301", "\u03b0"],
    // The accent is a character of its own in the title.
    ["cafe\u0301", "CAFÉ"],
    ["İstanbul", "istanbul"],
    ["ISPARTA", "ısparta"],
    ["Straßenkarte", "STRASSENKARTE"],
    ["strassenkarte", "Straßenkarte"],
    ["conﬁguration", "configuration"],
    ["\u0149", "'N"],
    ["\u1f80", "ἈΙ"],
    ["ＵＳＢ", "usb"],
    ["ｶﾞｲﾄﾞ", "ガイド"],
    ["10 m²", "10 M2"],
    ["½ l", "1/2 L"],
    ["ﬀ…", "ff..."],
    // Spaces, also at a line break.
    ["two\u00a0words", "two words"],
    ["two\u3000words", "two words"],
    ["two \n\twords", "two words"],
    ["two words", "two  words"],
    // Apostrophes, quotation marks and dashes.
    ["doesn’t", "doesn't"],
    ["doesn't", "doesn’t"],
    ["doesn´t", "doesn't"],
    ["o\u02bbzbek", "o'zbek"],
    ["“quoted”", '"quoted"'],
    ["«quoted»", "„quoted“"],
    ["A–Z", "a-z"],
    ["e\u2011mail", "e-mail"],
    ["−5", "-5"],
    ["10〜20", "10～20"],
    // Characters that nobody sees.
    ["con\u00adfigu\u200bration", "configuration"],
    ["می\u200cخواهم", "میخواهم"],
    ["a\u202eb\ufeff", "ab"],
    ["❤\ufe0f", "❤"],
  ])(
    "the title %j is found by the search %j, which looks the same or has another case or Unicode form",
    (title, search) => {
      expect(shows({ ...NO_FILTERS, search })(issueWith({ title, description: "", reporter: "x" }))).toBe(true);
    },
  );

  it("a search ignores the spaces around its text", () => {
    const report = issueWith({ title: "calendar", description: "", reporter: "x" });
    for (const search of [" calendar", "calendar \t", "  "])
      expect(shows({ ...NO_FILTERS, search })(report)).toBe(true);
  });

  it("a search does not find a text that begins in one field and ends in the next field", () => {
    const report = issueWith({ title: "ab", description: "cd", reporter: "ef" });
    for (const search of ["abcd", "ab cd", "ab\ncd", "cdef"])
      expect(shows({ ...NO_FILTERS, search })(report)).toBe(false);
  });

  it("a search looks only at title, description and reporter", () => {
    const report = issueWith({ title: "", description: "", reporter: "x", howItWorks: "calendar" });
    expect(shows({ ...NO_FILTERS, search: "calendar" })(report)).toBe(false);
  });

  it("the filters of type, status and priority show only matching reports, and no filter shows all", () => {
    fc.assert(
      fc.property(fc.array(anyIssue), anyFilters, (issues, filters) => {
        for (const shownIssue of issues.filter(shows(filters))) {
          if (filters.type !== "all") expect(shownIssue.type).toBe(filters.type);
          const statuses: readonly string[] = STATUS_GROUPS[filters.status as StatusGroup] ?? [filters.status];
          if (filters.status !== "all") expect(statuses).toContain(shownIssue.status);
          if (filters.priority !== "all") expect(shownIssue.priority).toBe(filters.priority);
        }
        expect(issues.filter(shows(NO_FILTERS))).toEqual(issues);
      }),
    );
  });
});

describe("a search without operators", () => {
  it("finds the reports with its text in title, description or reporter, even if the text resembles an operator", () => {
    const anySearch = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom("by: the way", "by:", "is:nonsense", "is: open", "#0", "#", "#abc", "x#142", "(#142)", "in:bugs"),
    );
    fc.assert(
      fc.property(anySearch, anyIssue, (search, issue) => {
        fc.pre(parseSearch(search).operators === null);
        expect(searchMatcher(search)(issue)).toBe(searchText(issue).includes(foldSearch(search)));
      }),
    );
    for (const search of ["by: the way", "is:nonsense", "standby:max", "#0", "x#142", "(#142)"])
      expect(parseSearch(search).operators, search).toBeNull();
  });

  it("has single spaces inside its text and none around it, also if they are not plain spaces", () => {
    expect(parseSearch("  Two \u00a0Spaces\u200b ")).toEqual({ text: "two spaces", operators: null });
  });
});

describe("the operators of a search", () => {
  it("by: finds the reports of a reporter by the whole name, in upper or lower case, quoted if it has spaces", () => {
    expect(finds("by:max")).toBe(true);
    expect(finds("By:MAX")).toBe(true);
    expect(finds("by:ma")).toBe(false);
    // One of several names is enough.
    expect(finds("by:ada by:max")).toBe(true);
    expect(finds("by:ibrahim", { reporter: "İbrahim" })).toBe(true);
    expect(finds("ｂｙ：WEISS", { reporter: "Weiß" })).toBe(true);
    expect(finds("by:o'tkir", { reporter: "O\u02bbtkir" })).toBe(true);
    for (const quotes of ['""', "“”", "””", "„“", "«»"])
      expect(finds(`by:${quotes[0]}max power${quotes[1]}`, { reporter: "Max Power" }), quotes).toBe(true);
    expect(finds('by:"max power"')).toBe(false);
  });

  it("is: finds the reports of a type, of a status, or of a group of statuses that the summary counts", () => {
    const statusesFoundBy = (search: string) => STATUSES.filter((status) => finds(search, { status }));
    expect(statusesFoundBy("is:open")).toEqual(["OPEN", "PLANNED"]);
    for (const search of ["is:in-progress", "IS:IN_PROGRESS", "is:inprogress"])
      expect(statusesFoundBy(search)).toEqual(["IN_PROGRESS", "TESTING", "RESOLVED"]);
    expect(statusesFoundBy("is:closed")).toEqual(["CLOSED", "COMPLETED"]);
    for (const status of ["TESTING", "RESOLVED", "PLANNED", "COMPLETED", "CANCELLED"] as const)
      expect(statusesFoundBy(`is:${status.toLowerCase()}`)).toEqual([status]);
    expect(finds("is:bug")).toBe(true);
    expect(finds("is:feature")).toBe(false);
    expect(finds("is:bug is:closed")).toBe(false);
  });

  it("#142 finds the report with that number and the reports that mention that number", () => {
    expect(finds("#142")).toBe(true);
    expect(finds("#14")).toBe(false);
    // One of several numbers is enough.
    expect(finds("#14 #142")).toBe(true);
    expect(finds("#7", { title: "Like #7 and #70" })).toBe(true);
    expect(finds("#142", { number: null })).toBe(false);
  });

  it("in:amendments looks for the text in amendments only", () => {
    expect(finds("in:amendments calendar", fieldsWithAmendment)).toBe(true);
    expect(finds("calendar", fieldsWithAmendment)).toBe(false);
    expect(finds("in:amendments login", fieldsWithAmendment)).toBe(false);
    expect(finds("in:amendments", fieldsWithAmendment)).toBe(true);
    expect(finds("in:amendments", { amendments: [] })).toBe(false);
  });

  it("find only reports that fit each kind of operator and the text beside them", () => {
    expect(finds("by:max login is:open")).toBe(true);
    expect(finds("login by:max fails")).toBe(true);
    expect(finds("by:max logout")).toBe(false);
    expect(finds("by:ada login")).toBe(false);
  });

  it("never hide a report that contains the whole search as text", () => {
    expect(finds("Bug #3 in is:open", { title: "A bug #3 in is:open", status: "CLOSED" })).toBe(true);
    fc.assert(
      fc.property(anyIssue, (issue) => {
        const title = `Report #9 by:ada is:closed ${issue.title}`;
        expect(searchMatcher(title)({ ...issue, title })).toBe(true);
      }),
    );
  });

  it("are split from its text, and no character is lost", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("by:max", "is:open", "#142", "calendar", " ", "  ", "by:")), (parts) => {
        const search = parts.join("");
        const partTexts = splitSearch(search).map(({ text }) => text);
        expect(partTexts.join("")).toBe(search);
      }),
    );
    expect(splitSearch("by:max  the way").map(({ text }) => text)).toEqual(["by:max", "  the way"]);
  });
});
