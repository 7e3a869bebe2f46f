import type { Issue } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { toArrival } from "../board/entry.ts";
import { createReports } from "../board/reports.ts";
import { listIssues } from "./list.ts";

const KILOBYTE = 1024;
const ISSUE = {
  ...({ id: "long", type: "bug", title: "Long", status: "OPEN", priority: "LOW", reporter: "ada" } as Issue),
  ...{ attachments: [], amendments: [], createdAt: "2025-09-01T12:00:00.000Z", updatedAt: "2025-09-01T12:00:00.000Z" },
};
let lineages = 0;

/** A list of one report with this many bytes of text; `ask` gives an answer's kind, and whether it was made for that. */
function listOf(bytes: number) {
  const reports = createReports([toArrival({ ...ISSUE, description: "x".repeat(bytes) }, 1)]);
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
    const answer = await listIssues({ at }, head, { page: 1, pageSize: 100, filters }, undefined);
    if ("success" in answer) throw new Error(answer.error);
    return { answer, isMade: made > before };
  };
}

/** What an answer says, told from its pieces or its text. */
async function textOf({ answer }: Awaited<ReturnType<ReturnType<typeof listOf>>>): Promise<string> {
  if (answer.kind === "text") return answer.body.bytes.toString();
  if (answer.kind !== "stream") throw new Error(`It is ${answer.kind}.`);
  const pieces: Uint8Array[] = [];
  for await (const piece of answer.body) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString();
}

const words = Array.from({ length: 40 }, (_, at) => "x".repeat(at + 1));

describe("pages of the list", () => {
  it("are remembered: one that many members ask for is made once", async () => {
    const ask = listOf(100 * KILOBYTE);
    expect((await ask("")).isMade).toBe(true);
    const again = await ask("");
    expect([again.isMade, again.answer.kind]).toEqual([false, "text"]);
  });

  it("take 16 MB at most together, once as they are and once packed", async () => {
    const ask = listOf(400 * KILOBYTE);
    for (const word of words) await ask(word);
    const kept: boolean[] = [];
    // From the last, for what is asked for and was forgotten takes another's place.
    for (const word of words.slice(-20)) kept.push(!(await ask(word)).isMade);
    expect(kept).toEqual(words.slice(-20).map(() => true));
    expect((await ask(words[0]!)).isMade).toBe(true);
  });

  it("of more than 512 KB are not remembered, and are sent piece by piece", async () => {
    const ask = listOf(600 * KILOBYTE);
    const first = await ask("");
    const second = await ask("");
    expect([first.answer.kind, second.answer.kind, second.isMade]).toEqual(["stream", "stream", true]);
  });

  it("say the same, whether they are long or not", async () => {
    for (const bytes of [10, 600 * KILOBYTE]) {
      const { bugs, features, page, stats } = JSON.parse(await textOf(await listOf(bytes)("")));
      expect([...bugs, ...features]).toMatchObject([{ id: "long", description: "x".repeat(bytes) }]);
      expect([page.total, stats.total]).toEqual([1, 1]);
    }
  });
});
