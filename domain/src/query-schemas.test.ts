import { describe, expect, it } from "vitest";
import { NO_FILTERS } from "./list-parameters.ts";
import { changesQuerySchema, listQuerySchema } from "./query-schemas.ts";

describe("queries", () => {
  it("a query of the list asks for one page; an empty query asks for the whole list", () => {
    expect(listQuerySchema.parse({})).toBeNull();
    expect(listQuerySchema.parse({ page: "2", pageSize: "25", type: "bug" })).toEqual({
      page: 2,
      pageSize: 25,
      sort: "status",
      filters: { ...NO_FILTERS, type: "bug" },
    });
    // `draw` names the web app's build. With it the response also has the dashboard's HTML.
    expect(listQuerySchema.parse({ draw: "0a1b" })).toMatchObject({ page: 1, pageSize: 10, draw: "0a1b" });
    for (const query of [
      { page: "0" },
      { page: "x" },
      { pageSize: "11" },
      { status: "DONE" },
      { sort: "x" },
      { show: "x" },
    ])
      expect(listQuerySchema.safeParse(query).success).toBe(false);
  });

  it("a query for the changes of a list must have `since`, an instant, and at most 200 report ids", () => {
    const since = "2025-09-01T12:00:00.000Z";
    expect(changesQuerySchema.parse({ since, ids: "", search: "x" })).toEqual({
      since,
      ids: [],
      filters: { ...NO_FILTERS, search: "x" },
    });
    expect(changesQuerySchema.parse({ since, ids: "r1,r-2" }).ids).toEqual(["r1", "r-2"]);
    const idList = (count: number) => Array.from({ length: count }, (_, index) => `r${index}`).join(",");
    expect(changesQuerySchema.safeParse({ since, ids: idList(200) }).success).toBe(true);
    expect(changesQuerySchema.safeParse({ since, ids: idList(201) }).error?.issues).toMatchObject([
      { message: "At most 200 ids can be asked for at once." },
    ]);
    for (const query of [{ ids: "r1" }, { since }, { since, ids: "r1,," }, { since: "2025-09-01", ids: "" }])
      expect(changesQuerySchema.safeParse(query).success).toBe(false);
  });
});
