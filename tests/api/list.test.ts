import { compareIssues, countStats, fromWire, type Issue, type Stats, type WireList } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { pageVersion } from "../../suite/launcher/build.ts";
import { call, fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { db, eventually, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let member: Person;
const word = uniqueId("word");
const REPORT_COUNT = 23;

beforeAll(async () => {
  member = await newMember();
  const admin = await newAdmin();
  for (let index = 0; index < REPORT_COUNT; index += 1) {
    const type = index % 3 === 0 ? "feature" : "bug";
    const priority = (["LOW", "MEDIUM", "HIGH", "CRITICAL"] as const)[index % 4]!;
    const { id } = await fileReport(member, {
      type,
      priority,
      title: `${index === 5 ? word.toUpperCase() : word} number ${index}`,
    });
    if (index % 5 === 0) await call("PUT", `/api/issues/${id}`, { as: admin, body: { status: "IN_PROGRESS" } });
  }
});

const get = (query = "", headers: Record<string, string> = {}) =>
  call("GET", `/api/issues${query}`, { as: member, headers });

function inOrder({ bugs, features }: WireList): Issue[] {
  return [...bugs, ...features].map(fromWire).sort(compareIssues);
}

describe("the list (sections 3, 7 and 9)", () => {
  it("without a query contains all reports, bugs and features each in the list's order", async () => {
    const { status, body, headers } = await get();
    const list = body as WireList;
    expect(status).toBe(200);
    expect(Object.keys(list).sort()).toEqual(["bugs", "features", "success"]);
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(list.bugs.every(({ type }) => type === "bug") && list.features.every(({ type }) => type === "feature")).toBe(
      true,
    );
    for (const part of [list.bugs, list.features]) {
      const issues = part.map(fromWire);
      expect(issues).toEqual([...issues].sort(compareIssues));
    }
    const { count } = (await db.collection("issues").count().get()).data();
    expect(list.bugs.length + list.features.length).toBe(count);
  });

  it("is the same list when it is requested in pages", async () => {
    const whole = inOrder((await get()).body).filter(({ title }) => title.toLowerCase().includes(word));
    const pages: Issue[][] = [];
    for (const page of [1, 2, 3]) {
      const { body } = await get(`?search=${word}&page=${page}`);
      expect(body.page).toEqual({ number: page, size: 10, pages: 3, total: REPORT_COUNT });
      pages.push(inOrder(body));
    }
    expect(pages.map((page) => page.length)).toEqual([10, 10, 3]);
    expect(pages.flat()).toEqual(whole);
  });

  it("can be filtered by search, type, status and priority; the counts still include all reports", async () => {
    const all = inOrder((await get()).body);
    const stats: Stats = countStats(all);
    const { body } = await get(
      `?search=${word.toUpperCase()}&type=bug&status=IN_PROGRESS&priority=MEDIUM&pageSize=100`,
    );
    expect(inOrder(body)).toEqual(
      all.filter(
        (issue) =>
          issue.title.toLowerCase().includes(word) &&
          issue.type === "bug" &&
          issue.status === "IN_PROGRESS" &&
          issue.priority === "MEDIUM",
      ),
    );
    expect(inOrder(body).length).toBeGreaterThan(0);
    expect(body.stats).toEqual(stats);
  });

  it("returns the last page for a page past the end, and an empty one if nothing matches", async () => {
    expect((await get(`?search=${word}&page=99`)).body.page).toMatchObject({ number: 3, pages: 3 });
    expect((await get(`?search=${uniqueId("nothing")}`)).body).toMatchObject({
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
    expectFailure(await get(`?${query}`), 400, "bad-request");
  });

  it("is answered with 304 while nothing has changed, and is never cached by proxies", async () => {
    for (const query of ["", `?search=${word}`]) {
      const first = await get(query);
      expect(first.headers.get("cache-control")).toBe("private, no-cache");
      expect(first.headers.get("vary")).toContain("Authorization");
      const etag = first.headers.get("etag")!;
      const revalidated = await get(query, { "if-none-match": etag });
      expect({ status: revalidated.status, body: revalidated.body }).toEqual({ status: 304, body: "" });
      await fileReport(member);
      const after = await get(query, { "if-none-match": etag });
      expect(after.status).toBe(200);
      expect(after.headers.get("etag")).not.toBe(etag);
    }
  });

  describe("with markup for the page", () => {
    const draw = `draw=${pageVersion()}`;

    it("is the same list, with the dashboard's markup for the requesting member", async () => {
      const plain = await get(`?search=${word}`);
      const { drawn, ...list } = (await get(`?search=${word}&${draw}`)).body as WireList;
      expect(list).toEqual({ ...plain.body, asOf: list.asOf });
      expect(drawn!.user).toEqual({ id: member.uid, username: member.username, isAdmin: false });
      for (const { title } of inOrder(list)) expect(drawn!.html).toContain(`>${title}</a></h3>`);
      expect(drawn!.html.replaceAll("<!-- -->", "")).toContain(`Welcome, ${member.username}!`);
      expect(drawn!.html).not.toContain("Mark as");
    });

    it("has each member's own markup, even for a request with another member's ETag", async () => {
      const first = await get(`?search=${word}&${draw}`);
      const admin = await newAdmin();
      const { status, body } = await call("GET", `/api/issues?search=${word}&${draw}`, {
        as: admin,
        headers: { "if-none-match": first.headers.get("etag")! },
      });
      expect(status).toBe(200);
      expect(body.drawn.user).toMatchObject({ username: admin.username, isAdmin: true });
      expect(body.drawn.html).toContain("Mark as");
    });

    it("is answered with 304 while nothing has changed", async () => {
      const first = await get(`?search=${word}&${draw}`);
      const revalidated = await get(`?search=${word}&${draw}`, { "if-none-match": first.headers.get("etag")! });
      expect({ status: revalidated.status, body: revalidated.body }).toEqual({ status: 304, body: "" });
    });

    it.each([
      ["for another version of the page", "draw=0a1b"],
      ["for 50 reports", `pageSize=50&${draw}`],
      ["without the page's version", "page=1"],
    ])("has no markup if it is requested %s", async (_, query) => {
      const { status, body } = await get(`?${query}`);
      expect(status).toBe(200);
      expect(body.page.total).toBeGreaterThan(0);
      expect(body).not.toHaveProperty("drawn");
    });
  });

  it("contains every acknowledged write at once, for any number of concurrent requests", {
    timeout: 120_000,
  }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await fileReport(member);
      const lists = await Promise.all(Array.from({ length: 4 }, () => get("?pageSize=100")));
      const wholes = await Promise.all(Array.from({ length: 4 }, () => get()));
      expect(wholes.every(({ body }) => inOrder(body).some((issue) => issue.id === id))).toBe(true);
      const totals = wholes.map(({ body }) => inOrder(body).length);
      expect(lists.map(({ body }) => body.stats.total)).toEqual(totals);
    }
  });
});

describe("damaged documents", () => {
  it("are listed with defaults for unreadable fields, and break nothing else", async () => {
    const id = uniqueId("odd");
    await db
      .doc(`issues/${id}`)
      .set({ type: "bug", title: "Odd", status: "GONE", priority: 9, attachments: "[", amendments: [1] });
    const shown = await eventually("the odd report in the list", async () => {
      const { status, body } = await get();
      expect(status).toBe(200);
      return (body as WireList).bugs.find((issue) => issue.id === id) ?? null;
    });
    expect(shown).toMatchObject({
      title: "Odd",
      description: "",
      status: "CANCELLED",
      priority: "MEDIUM",
      attachments: "[]",
      amendment: "[]",
      user: { username: "" },
    });
    expect((await get("?status=CANCELLED")).body.page.total).toBeGreaterThan(0);
    await db.doc(`issues/${id}`).delete();
    await eventually("the odd report gone from the list", async () => {
      const { body } = await get();
      return (body as WireList).bugs.some((issue) => issue.id === id) ? null : true;
    });
  });
});
