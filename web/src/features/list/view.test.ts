import { NO_FILTERS } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { applyChanges, readView, writeView } from "./view.ts";

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

  it.each(["unanswered", "mine-unanswered"] as const)(
    "begins with the oldest reports in the tab %s, unless the address has another order",
    (show) => {
      expect(readQuery(`show=${show}`).sort).toBe("unanswered");
      expect(readQuery(`sort=newest&show=${show}`).sort).toBe("newest");
      for (const query of [`show=${show}`, `show=${show}&sort=status`, `show=${show}&sort=newest`])
        expect(writeView(readQuery(query)).toString()).toBe(query);
      expect(writeView(readQuery(`show=${show}&sort=unanswered`)).toString()).toBe(`show=${show}`);
    },
  );

  it("keeps a chosen order in another tab, and takes the tab's own if none was chosen", () => {
    const queryAfter = (query: string, changes: Parameters<typeof applyChanges>[1]) =>
      writeView(applyChanges(readQuery(query), changes)).toString();
    expect(queryAfter("type=bug&page=3", { show: "unanswered" })).toBe("type=bug&show=unanswered");
    expect(applyChanges(readQuery(""), { show: "unanswered" }).sort).toBe("unanswered");
    expect(queryAfter("show=unanswered", { show: "all" })).toBe("");
    expect(applyChanges(readQuery("show=unanswered"), { show: "all" }).sort).toBe("status");
    expect(queryAfter("sort=newest", { show: "unanswered" })).toBe("show=unanswered&sort=newest");
    expect(queryAfter("show=unanswered", { sort: "status" })).toBe("show=unanswered&sort=status");
    expect(queryAfter("show=unanswered&sort=changed", { show: "mine" })).toBe("show=mine&sort=changed");
  });

  it("has only the first 200 characters of a longer search", () => {
    expect(readQuery(`search=${"x".repeat(300)}`).filters.search).toHaveLength(200);
  });
});
