import { NO_FILTERS } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { readView, writeView } from "./view.ts";

const read = (query: string) => readView(new URLSearchParams(query));

describe("the address holds the view", () => {
  it("is empty for page 1 of everything", () => {
    expect(read("")).toEqual({ filters: NO_FILTERS, page: 1, pageSize: 10, sort: "status" });
    expect(writeView(read("")).toString()).toBe("");
  });

  it("reads back what it wrote", () => {
    const view = {
      filters: { search: "log in & out", type: "bug", status: "IN_PROGRESS", priority: "CRITICAL", show: "mine" },
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
    "toString=1",
  ])("reads %s as the default", (query) => {
    expect(read(query)).toEqual(read(""));
  });

  it("cuts a search that is longer than the server allows", () => {
    expect(read(`search=${"x".repeat(300)}`).filters.search).toHaveLength(200);
  });
});
