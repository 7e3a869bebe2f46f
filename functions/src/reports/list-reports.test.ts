import { DETAIL_FIELDS, type Issue, NO_FILTERS } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { toEntry } from "../board/entry.ts";
import { createReports } from "../board/reports.ts";
import { listReports } from "./list-reports.ts";

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
  let readCount = 0;
  const reportsAt = async () => {
    readCount += 1;
    return reports;
  };
  return async (search: string) => {
    const readCountBefore = readCount;
    const filters = { ...NO_FILTERS, search };
    const query = { page: 1, pageSize: 100, sort: "status", filters } as const;
    const ifNoneMatch = undefined;
    const response = await listReports({ reportsAt }, head, query, ifNoneMatch, ADA);
    return { response, isCached: readCount === readCountBefore };
  };
}

/** Searches that find all reports of the board. */
const searches = Array.from({ length: 60 }, (_, index) => "x".repeat(index + 1));

describe("pages of the list", () => {
  it("are cached: a second request does not read the board", async () => {
    const list = createBoardList(100 * KILOBYTE);
    expect((await list("")).isCached).toBe(false);
    const { isCached, response } = await list("");
    expect([isCached, response.kind]).toEqual([true, "serialized-json"]);
  });

  it("take at most 16 MB of the cache, which then drops the page that was read longest ago", async () => {
    const list = createBoardList(200 * KILOBYTE);
    for (const search of searches) await list(search);
    // Only the last 30 searches are repeated: a search whose page was evicted would evict another page.
    for (const search of searches.slice(-30)) expect((await list(search)).isCached).toBe(true);
    expect((await list(searches[0]!)).isCached).toBe(false);
  });
});
