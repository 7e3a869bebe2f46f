import type { Issue, WireChanges } from "@logbook/domain";
import { NO_FILTERS } from "@logbook/domain";
import { expect, it } from "vitest";
import { toEntry } from "../board/entry.ts";
import { createReports } from "../board/reports.ts";
import { listChanges } from "./list-changes.ts";

const SINCE = "2025-09-01T12:00:00.000Z";

const entry = (id: string, createdAt: string) =>
  toEntry(
    {
      ...({ id, type: "bug", status: "OPEN", priority: "LOW", title: id, description: "", reporter: "ada" } as Issue),
      ...{ attachments: [], amendments: [], createdAt, updatedAt: createdAt },
    },
    1,
  );

async function changes(count: number, ids: string[] = []): Promise<WireChanges> {
  const later = Array.from({ length: count }, (_, index) => entry(`new-${index}`, "2025-09-01T12:00:00.001Z"));
  const reports = createReports([entry("same-moment", SINCE), ...later]);
  const viewer = { uid: "u1", username: "ada", credentials: { idToken: "", appCheck: undefined } };
  const query = { filters: NO_FILTERS, since: SINCE, ids };
  const response = await listChanges({ reportsAt: async () => reports }, null, query, viewer);
  if ("success" in response || response.kind !== "text") throw new Error("expected text");
  return JSON.parse(response.body.bytes.toString()) as WireChanges;
}

it("lists the first 100 new reports and counts all of them", async () => {
  const { fresh, freshTotal, total } = await changes(130);
  expect([fresh.length, freshTotal, total]).toEqual([100, 130, 131]);
});

it("lists as new the reports created after the list was read, except those that the list shows already", async () => {
  const { fresh, issues } = await changes(2, ["new-1"]);
  expect(fresh.map(({ id }) => id)).toEqual(["new-0"]);
  expect(issues.map(({ id }) => id)).toEqual(["new-1"]);
});

it("has no time and revision without a board", async () => {
  expect(await changes(0)).toMatchObject({ asOf: null, revision: null, total: 1 });
});
