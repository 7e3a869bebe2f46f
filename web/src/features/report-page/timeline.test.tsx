import type { Amendment, Issue, WireEvent } from "@logbook/domain";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Timeline } from "./timeline.tsx";

const timeAt = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
const buildAmendment = (text: string, minute: number): Amendment => ({
  id: text,
  text,
  createdBy: "max",
  createdAt: timeAt(minute),
});
const stepEvent: WireEvent = { kind: "status", from: "OPEN", to: "IN_PROGRESS", by: "ada", at: timeAt(2) };

/** The text of each entry, without its time. */
function entryTexts(amendments: Amendment[], events: WireEvent[]): string[] {
  const report = { id: "r1", type: "bug", reporter: "max", createdAt: timeAt(0), amendments } as unknown as Issue;
  const user = { id: "u1", username: "eve", isAdmin: false };
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Timeline report={report} events={events} user={user} />
    </QueryClientProvider>,
  );
  const entries = markup.match(/<li.*?<\/li>/gs) ?? [];
  return entries.map((entry) => entry.replace(/<time.*?<\/time>/g, "").replace(/<[^>]*>/g, ""));
}

describe("a report's timeline", () => {
  it("has events and amendments in the order of their time", () => {
    const amendments = [buildAmendment("first", 1), buildAmendment("second", 3)];
    expect(entryTexts(amendments, [stepEvent, { kind: "deleted", by: "ada", at: timeAt(4) }])).toEqual([
      "max reported this",
      expect.stringMatching(/^first/),
      "ada moved this from Open to In Progress",
      expect.stringMatching(/^second/),
      "ada deleted this",
    ]);
  });

  it("has the creation once: the page shows it from the report itself, not from the history", () => {
    expect(entryTexts([], [{ kind: "created", by: "max", at: timeAt(0) }])).toEqual(["max reported this"]);
  });
});
