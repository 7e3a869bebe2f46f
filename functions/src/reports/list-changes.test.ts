import { type Issue, NO_FILTERS, recordOf, TEXT_FIELD_NAMES, type WireChanges } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { toEntry } from "../board/entry.ts";
import { createReports } from "../board/reports.ts";
import { listChanges } from "./list-changes.ts";

const SINCE = "2025-09-01T12:00:00.000Z";
const AFTER_SINCE = "2025-09-01T12:00:00.001Z";

function createEntry(id: string, createdAt: string) {
  const texts = { ...recordOf(TEXT_FIELD_NAMES, () => ""), title: id, reporter: "ada" };
  const issue = { id, type: "bug", status: "OPEN", priority: "LOW", ...texts, attachments: [], amendments: [] };
  return toEntry({ ...issue, createdAt, updatedAt: createdAt } as unknown as Issue, 1);
}

/** Lists the changes for a client that shows the reports `ids`. After `SINCE`, `newCount` reports were created. */
async function changesSince(newCount: number, ids: string[] = []): Promise<WireChanges> {
  const newEntries = Array.from({ length: newCount }, (_, index) => createEntry(`new-${index}`, AFTER_SINCE));
  const reports = createReports([createEntry("same-moment", SINCE), ...newEntries]);
  const viewer = { caller: { uid: "u1", username: "ada", isAdmin: false }, follows: null };
  const query = { filters: NO_FILTERS, since: SINCE, ids };
  const response = await listChanges({ reportsAt: async () => reports }, null, query, viewer);
  if ("success" in response || response.kind !== "serialized-json") throw new Error("The response is not JSON.");
  return JSON.parse(response.body.bytes.toString()) as WireChanges;
}

describe("the changes since a list was read", () => {
  it("have the first 100 new reports as `fresh`, and the number of all new reports as `freshTotal`", async () => {
    const { fresh, freshTotal, total } = await changesSince(130);
    expect([fresh.length, freshTotal, total]).toEqual([100, 130, 131]);
  });

  it("have null as `asOf` and `revision` if there is no board", async () => {
    expect(await changesSince(0)).toMatchObject({ asOf: null, revision: null, total: 1 });
  });
});
