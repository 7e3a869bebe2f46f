import { type Issue, LIMITS, NO_FILTERS, recordOf, TEXT_FIELD_NAMES } from "@logbook/domain";
import { expect, it } from "vitest";
import { toEntry } from "../board/entry.ts";
import { createReports } from "../board/reports.ts";
import { listIds } from "./list-ids.ts";

const TIME = "2025-09-01T12:00:00.000Z";

function createEntry(id: string) {
  const texts = { ...recordOf(TEXT_FIELD_NAMES, () => ""), title: id, reporter: "ada" };
  const issue = { id, type: "bug", status: "OPEN", priority: "LOW", ...texts, attachments: [], amendments: [] };
  return toEntry({ ...issue, createdAt: TIME, updatedAt: TIME } as unknown as Issue, 1);
}

it("of a list with more reports than the limit, the first ones are named, and the number of all", async () => {
  const reports = createReports(
    Array.from({ length: LIMITS.foundReports + 3 }, (_, index) => createEntry(`r${index}`)),
  );
  const viewer = { caller: { uid: "u1", username: "ada", isAdmin: true }, follows: null };
  const query = { filters: NO_FILTERS, sort: "status" } as const;
  const response = await listIds({ reportsAt: async () => reports }, null, query, viewer);
  if ("success" in response || response.kind !== "json") throw new Error("The response is not JSON.");
  const { reports: named, total } = response.body as { reports: { id: string }[]; total: number };
  expect(named.map(({ id }) => id)).toEqual(reports.all.slice(0, LIMITS.foundReports).map(({ id }) => id));
  expect(total).toBe(LIMITS.foundReports + 3);
});
