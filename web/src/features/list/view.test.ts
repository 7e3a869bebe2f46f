import { NO_FILTERS } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { readView, writeView } from "./view.ts";

const readQuery = (query: string) => readView(new URLSearchParams(query));

describe("the list's view in the address", () => {
  it("needs no query for page 1 without filters", () => {
    expect(readQuery("")).toEqual({ filters: NO_FILTERS, page: 1, pageSize: 10, sort: "status" });
    expect(writeView(readQuery("")).toString()).toBe("");
  });

  it("is read back as it was written", () => {
    const view = {
      filters: {
        ...NO_FILTERS,
        search: "log in & out",
        type: "bug",
        status: "IN_PROGRESS",
        priority: "CRITICAL",
        show: "mine",
      },
      page: 3,
      pageSize: 25,
      sort: "changed",
    } as const;
    expect(readView(writeView(view))).toEqual(view);
  });

  it.each([
    "page=0",
    "page=-1",
    "page=1.5",
    "page=x",
    "pageSize=11",
    "pageSize=",
    "type=task",
    "status=done",
    "priority=URGENT",
    "sort=votes",
    // `toString` is no parameter, but a property of every JavaScript object.
    "toString=1",
  ])("is the default view if the address has the invalid %s", (query) => {
    expect(readQuery(query)).toEqual(readQuery(""));
  });

  it("has only the first 200 characters of a longer search", () => {
    expect(readQuery(`search=${"x".repeat(300)}`).filters.search).toHaveLength(200);
  });
});
