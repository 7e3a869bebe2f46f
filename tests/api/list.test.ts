import { compareIssues, countStats, fromWire, type Issue, type WireList } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { pageVersion } from "../../suite/launcher/build.ts";
import { call, fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { patient } from "../support/patience.ts";
import { db, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let member: Person;
const searchWord = uniqueId("word");
const REPORT_COUNT = 23;

beforeAll(async () => {
  member = await newMember();
  const admin = await newAdmin();
  // Report 5 is the only bug in progress with the priority MEDIUM, for the test of all filters. Its search word is in
  // upper case.
  for (let index = 0; index < REPORT_COUNT; index += 1) {
    const type = index % 3 === 0 ? "feature" : "bug";
    const priority = (["LOW", "MEDIUM", "HIGH", "CRITICAL"] as const)[index % 4]!;
    const { id } = await fileReport(member, {
      type,
      priority,
      title: `${index === 5 ? searchWord.toUpperCase() : searchWord} number ${index}`,
    });
    if (index % 5 === 0) await call("PUT", `/api/issues/${id}`, { as: admin, body: { status: "IN_PROGRESS" } });
  }
});

const requestList = (query = "", headers: Record<string, string> = {}) =>
  call("GET", `/api/issues${query}`, { as: member, headers });

function issuesInOrder({ bugs, features }: WireList): Issue[] {
  return [...bugs, ...features].map(fromWire).sort(compareIssues);
}

describe("the list (sections 3, 7 and 9)", () => {
  it("without a query contains all reports, bugs and features each in the list's order", async () => {
    const { status, body, headers } = await requestList();
    const list = body as WireList;
    expect(status).toBe(200);
    expect(Object.keys(list).sort()).toEqual(["bugs", "features", "success"]);
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(list.bugs.filter(({ type }) => type !== "bug")).toEqual([]);
    expect(list.features.filter(({ type }) => type !== "feature")).toEqual([]);
    for (const issuesOfType of [list.bugs, list.features]) {
      const issues = issuesOfType.map(fromWire);
      expect(issues).toEqual([...issues].sort(compareIssues));
    }
    const { count } = (await db.collection("issues").count().get()).data();
    expect(list.bugs.length + list.features.length).toBe(count);
  });

  it("is the same list when it is requested in pages", async () => {
    const allIssues = issuesInOrder((await requestList()).body);
    const matchingIssues = allIssues.filter(({ title }) => title.toLowerCase().includes(searchWord));
    const pages: Issue[][] = [];
    for (const page of [1, 2, 3]) {
      const { body } = await requestList(`?search=${searchWord}&page=${page}`);
      expect(body.page).toEqual({ number: page, size: 10, pages: 3, total: REPORT_COUNT });
      pages.push(issuesInOrder(body));
    }
    expect(pages.map((page) => page.length)).toEqual([10, 10, 3]);
    expect(pages.flat()).toEqual(matchingIssues);
  });

  it("can be filtered by search, type, status and priority; the counts still include all reports", async () => {
    const allIssues = issuesInOrder((await requestList()).body);
    const { body } = await requestList(
      `?search=${searchWord.toUpperCase()}&type=bug&status=IN_PROGRESS&priority=MEDIUM&pageSize=100`,
    );
    expect(issuesInOrder(body)).toEqual(
      allIssues.filter(
        (issue) =>
          issue.title.toLowerCase().includes(searchWord) &&
          issue.type === "bug" &&
          issue.status === "IN_PROGRESS" &&
          issue.priority === "MEDIUM",
      ),
    );
    expect(issuesInOrder(body).length).toBeGreaterThan(0);
    expect(body.stats).toEqual(countStats(allIssues));
  });

  it("returns the last page for a page past the end, and an empty one if nothing matches", async () => {
    expect((await requestList(`?search=${searchWord}&page=99`)).body.page).toMatchObject({ number: 3, pages: 3 });
    expect((await requestList(`?search=${uniqueId("nothing")}`)).body).toMatchObject({
      bugs: [],
      features: [],
      page: { number: 1, size: 10, pages: 1, total: 0 },
    });
  });

  it.each([
    "page=0",
    "page=x",
    "page=1.5",
    "pageSize=11",
    "type=question",
    "status=DONE",
    "priority=URGENT",
    `search=${"x".repeat(201)}`,
    "sort=title",
    "page=1&page=2",
  ])("refuses ?%s", async (query) => {
    expectFailure(await requestList(`?${query}`), 400, "bad-request");
  });

  it("is answered with 304 while nothing has changed, and is never cached by proxies", async () => {
    for (const query of ["", `?search=${searchWord}`]) {
      const firstResponse = await requestList(query);
      expect(firstResponse.headers.get("cache-control")).toBe("private, no-cache");
      expect(firstResponse.headers.get("vary")).toContain("Authorization");
      const etag = firstResponse.headers.get("etag")!;
      const revalidated = await requestList(query, { "if-none-match": etag });
      expect({ status: revalidated.status, body: revalidated.body }).toEqual({ status: 304, body: "" });
      await fileReport(member);
      const changedResponse = await requestList(query, { "if-none-match": etag });
      expect(changedResponse.status).toBe(200);
      expect(changedResponse.headers.get("etag")).not.toBe(etag);
    }
  });

  describe("with markup for the page", () => {
    // The API draws the list only for the page's current version.
    const drawQuery = `draw=${pageVersion()}`;
    /** Markup for an admin contains this text, other markup does not. */
    const ADMINS_BUTTON = "Mark as";

    it("is the same list, with the dashboard's markup for the requesting member", async () => {
      const listWithoutMarkup = await requestList(`?search=${searchWord}`);
      const { drawn, ...list } = (await requestList(`?search=${searchWord}&${drawQuery}`)).body as WireList;
      expect(list).toEqual({ ...listWithoutMarkup.body, asOf: list.asOf });
      expect(drawn!.user).toEqual({ id: member.uid, username: member.username, isAdmin: false });
      for (const { title } of issuesInOrder(list)) expect(drawn!.html).toContain(`>${title}</a></h3>`);
      // React separates texts by empty comments.
      expect(drawn!.html.replaceAll("<!-- -->", "")).toContain(`Welcome, ${member.username}!`);
      expect(drawn!.html).not.toContain(ADMINS_BUTTON);
    });

    it("has each member's own markup, even for a request with another member's ETag", async () => {
      const firstResponse = await requestList(`?search=${searchWord}&${drawQuery}`);
      const admin = await newAdmin();
      const { status, body } = await call("GET", `/api/issues?search=${searchWord}&${drawQuery}`, {
        as: admin,
        headers: { "if-none-match": firstResponse.headers.get("etag")! },
      });
      expect(status).toBe(200);
      expect(body.drawn.user).toMatchObject({ username: admin.username, isAdmin: true });
      expect(body.drawn.html).toContain(ADMINS_BUTTON);
    });

    it("is answered with 304 while nothing has changed", async () => {
      const firstResponse = await requestList(`?search=${searchWord}&${drawQuery}`);
      const revalidated = await requestList(`?search=${searchWord}&${drawQuery}`, {
        "if-none-match": firstResponse.headers.get("etag")!,
      });
      expect({ status: revalidated.status, body: revalidated.body }).toEqual({ status: 304, body: "" });
    });

    // The API draws only short pages of the list.
    it.each([
      ["for another version of the page", "draw=0a1b"],
      ["for 50 reports", `pageSize=50&${drawQuery}`],
      ["without the page's version", "page=1"],
    ])("has no markup if it is requested %s", async (_, query) => {
      const { status, body } = await requestList(`?${query}`);
      expect(status).toBe(200);
      expect(body.page.total).toBeGreaterThan(0);
      expect(body).not.toHaveProperty("drawn");
    });
  });

  it("contains an acknowledged report at once, also if it is requested several times at the same time", {
    timeout: patient(120_000),
  }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await fileReport(member);
      const pages = await Promise.all(Array.from({ length: 4 }, () => requestList("?pageSize=100")));
      const wholeLists = await Promise.all(Array.from({ length: 4 }, () => requestList()));
      expect(wholeLists.every(({ body }) => issuesInOrder(body).some((issue) => issue.id === id))).toBe(true);
      const totals = wholeLists.map(({ body }) => issuesInOrder(body).length);
      expect(pages.map(({ body }) => body.stats.total)).toEqual(totals);
    }
  });
});
