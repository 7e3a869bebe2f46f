import { DETAIL_FIELDS, type Issue, NO_FILTERS } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { toEntry } from "../board/entry.ts";
import { createReports } from "../board/reports.ts";
import { listReports } from "./list-reports.ts";
import type { Viewer } from "./select-entries.ts";

const KILOBYTE = 1024;
const TIME = "2025-09-01T12:00:00.000Z";
const ISSUE = {
  id: "long",
  type: "bug",
  title: "Long",
  status: "OPEN",
  priority: "LOW",
  reporter: "ada",
  ...Object.fromEntries(DETAIL_FIELDS.map((field) => [field, ""])),
  area: "",
  attachments: [] as Issue["attachments"],
  amendments: [] as Issue["amendments"],
  createdAt: TIME,
  updatedAt: TIME,
} as Issue;
const ADA = { caller: { uid: "u1", username: "ada", isAdmin: true }, follows: null };
let boardCount = 0;

/**
 * Creates a board of 100 reports whose texts have this many bytes together. Returns a function that lists the reports
 * which a search finds, and says whether their page came from the cache. Each board has another lineage, so that boards
 * do not share cached pages.
 */
function createBoardList(bytes: number) {
  const description = "x".repeat(bytes / 100);
  const reports = createReports(
    Array.from({ length: 100 }, (_, index) => toEntry({ ...ISSUE, id: `long-${index}`, description }, 1)),
  );
  boardCount += 1;
  const head = { revision: 1, lineage: `board-${boardCount}`, lastNumber: 0, pinned: [], readTime: 0, move: null };
  const knownBodies = new Set<unknown>();
  return async (search: string, viewer: Viewer = ADA) => {
    const filters = { ...NO_FILTERS, search };
    const query = { page: 1, pageSize: 100, sort: "status", filters } as const;
    const ifNoneMatch = undefined;
    const response = await listReports({ reportsAt: async () => reports }, head, query, ifNoneMatch, viewer);
    if (response.kind !== "serialized-json") throw new Error("The response is no JSON.");
    const { body, headers } = response;
    const isCached = knownBodies.has(body);
    knownBodies.add(body);
    return { body, headers, isCached };
  };
}

/** Searches that find all reports of the board. */
const searches = Array.from({ length: 60 }, (_, index) => "x".repeat(index + 1));

describe("pages of the list", () => {
  it("are cached for members with the same counts in their tabs", async () => {
    const list = createBoardList(100 * KILOBYTE);
    const viewerNamed = (username: string): Viewer => ({ ...ADA, caller: { uid: username, username, isAdmin: false } });
    const first = await list("", viewerNamed("max"));
    const [same, ofReporter] = [await list("", viewerNamed("mia")), await list("", viewerNamed("Ada"))];
    expect([first, same, ofReporter].map(({ isCached }) => isCached)).toEqual([false, true, false]);
    expect([first, ofReporter].map(({ body }) => JSON.parse(body.bytes.toString()).tabs)).toEqual([
      { all: 100, mine: 0, unanswered: 100, "mine-unanswered": 0 },
      { all: 100, mine: 100, unanswered: 100, "mine-unanswered": 100 },
    ]);
    expect(new Set([first, same, ofReporter].map(({ headers }) => headers.etag)).size).toBe(3);
  });

  it("take at most 16 MB of the cache, which then drops the page that was read longest ago", async () => {
    const list = createBoardList(200 * KILOBYTE);
    for (const search of searches) await list(search);
    // Only the last 30 searches are repeated: a search whose page was evicted would evict another page.
    for (const search of searches.slice(-30)) expect((await list(search)).isCached).toBe(true);
    expect((await list(searches[0]!)).isCached).toBe(false);
  });
});
