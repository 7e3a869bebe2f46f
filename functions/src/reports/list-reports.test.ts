import { DETAIL_FIELDS, type Issue, type WireList } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { toArrival } from "../board/entry.ts";
import { createReports } from "../board/reports.ts";
import { listIssues } from "./list-reports.ts";

const KILOBYTE = 1024;
const ISSUE = {
  ...({ id: "long", type: "bug", title: "Long", status: "OPEN", priority: "LOW", reporter: "ada" } as Issue),
  ...Object.fromEntries(DETAIL_FIELDS.map((field) => [field, ""])),
  ...{ attachments: [], amendments: [], createdAt: "2025-09-01T12:00:00.000Z", updatedAt: "2025-09-01T12:00:00.000Z" },
};
const ADA = { id: "u1", username: "ada", isAdmin: true };
let lineages = 0;

/** A list of a hundred reports with this many bytes of text together; `ask` gives an answer, and whether it was made for that. */
function listOf(bytes: number) {
  const description = "x".repeat(bytes / 100);
  const reports = createReports(
    Array.from({ length: 100 }, (_, at) => toArrival({ ...ISSUE, id: `long-${at}`, description }, 1)),
  );
  lineages += 1;
  const head = { revision: 1, lineage: `list-${lineages}`, readTime: 0, move: null };
  let made = 0;
  const at = async () => {
    made += 1;
    return reports;
  };
  return async (search: string) => {
    const before = made;
    const filters = { search, type: "all", status: "all", priority: "all" } as const;
    const answer = await listIssues({ at }, head, { page: 1, pageSize: 100, filters }, undefined, ADA);
    if ("success" in answer) throw new Error(answer.error);
    return { answer, isMade: made > before };
  };
}

/** What an answer says. */
async function textOf({ answer }: Awaited<ReturnType<ReturnType<typeof listOf>>>): Promise<string> {
  if (answer.kind !== "text") throw new Error(`It is ${answer.kind}.`);
  return answer.body.bytes.toString();
}

const words = Array.from({ length: 60 }, (_, at) => "x".repeat(at + 1));

describe("pages of the list", () => {
  it("are remembered: one that many members ask for is made once", async () => {
    const ask = listOf(100 * KILOBYTE);
    expect((await ask("")).isMade).toBe(true);
    const again = await ask("");
    expect([again.isMade, again.answer.kind]).toEqual([false, "text"]);
  });

  it("take 16 MB at most together, once as they are and once packed", async () => {
    const ask = listOf(200 * KILOBYTE);
    for (const word of words) await ask(word);
    const kept: boolean[] = [];
    // From the last, for what is asked for and was forgotten takes another's place.
    for (const word of words.slice(-30)) kept.push(!(await ask(word)).isMade);
    expect(kept).toEqual(words.slice(-30).map(() => true));
    expect((await ask(words[0]!)).isMade).toBe(true);
  });

  it("never take more than 256 KB: long reports are shortened then, and say so", async () => {
    for (const [bytes, shortened] of [
      [100 * KILOBYTE, undefined],
      [600 * KILOBYTE, true],
    ] as const) {
      const text = await textOf(await listOf(bytes)(""));
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(256 * KILOBYTE);
      const { bugs, features, page, stats } = JSON.parse(text) as WireList;
      expect([...bugs, ...features].map((report) => report.shortened)).toEqual(Array(100).fill(shortened));
      expect([page?.total, stats?.total]).toEqual([100, 100]);
    }
  });
});
