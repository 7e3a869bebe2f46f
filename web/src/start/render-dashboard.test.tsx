import { type Issue, NO_FILTERS, recordOf, STATUS_CYCLES, TEXT_FIELD_NAMES, toWire, type User } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import type { ListView, WirePage } from "../features/list/index.ts";
import { renderDashboard } from "./render-dashboard.tsx";

const HOSTILE = `</p><script>alert("1")</script> & 'quoted' <img src=x onerror=alert(1)> &amp;`;

const makeIssue = (changes: Partial<Issue>): Issue => ({
  id: "i1",
  number: 1,
  type: "bug",
  ...recordOf(TEXT_FIELD_NAMES, () => ""),
  title: "The menu hides the last entry",
  description: "See https://example.org/menu\nand scroll.",
  status: "OPEN",
  priority: "HIGH",
  reporter: "mia",
  attachments: [],
  amendments: [],
  votes: 0,
  createdAt: "2026-01-05T10:00:00.000Z",
  updatedAt: "2026-01-05T10:00:00.000Z",
  ...changes,
});

/** A response of the API with these reports, as the only page of the list. */
function makeWirePage(bugs: Issue[], features: Issue[] = []): WirePage {
  return {
    success: true,
    bugs: bugs.map(toWire),
    features: features.map(toWire),
    page: { number: 1, size: 10, pages: 1, total: bugs.length + features.length },
    // These numbers count all reports, also those that are not on this page.
    stats: { bugs: 1200, features: 3, total: 1203, open: 4, inProgress: 5, closed: 6 },
    tabs: { all: 1, mine: 0, unanswered: 1, "mine-unanswered": 0 },
    asOf: "2026-02-01T00:00:00.000Z",
    revision: 7,
  };
}

const member: User = { id: "u1", username: "mia", isAdmin: false };
const admin: User = { id: "u2", username: "ada", isAdmin: true };
const view: ListView = { filters: NO_FILTERS, page: 1, pageSize: 10, sort: "status" };

describe("the dashboard's markup", () => {
  it("has every report of the list, in each status of its type's cycle", () => {
    const html = renderDashboard(
      member,
      view,
      makeWirePage(
        STATUS_CYCLES.bug.map((status) => makeIssue({ id: `b-${status}`, title: `bug ${status}`, status })),
        STATUS_CYCLES.feature.map((status) =>
          makeIssue({ id: `f-${status}`, title: `feature ${status}`, status, type: "feature" }),
        ),
      ),
    );
    for (const status of STATUS_CYCLES.bug) expect(html).toContain(`>bug ${status}</a></h3>`);
    for (const status of STATUS_CYCLES.feature) expect(html).toContain(`>feature ${status}</a></h3>`);
    // The total of `stats`.
    expect(html).toContain("1,203");
    // The class of placeholders that the page shows while the list loads.
    expect(html).not.toContain("skeleton");
  });

  it("has the counts of the tabs", () => {
    const html = renderDashboard(member, view, makeWirePage([makeIssue({})]));
    expect(html.match(/aria-description="\d [a-z]+"/g)).toEqual(
      ["1 entry", "0 entries", "1 entry"].map((text) => `aria-description="${text}"`),
    );
  });

  it("greets the user, and has an admin's buttons for admins only", () => {
    const list = makeWirePage([makeIssue({})]);
    const memberHtml = renderDashboard(member, view, list);
    const adminHtml = renderDashboard(admin, view, list);
    expect(memberHtml).toContain("Welcome, mia!");
    expect(adminHtml).toContain("Welcome, ada!");
    expect(adminHtml).toContain("Mark as In Progress");
    expect(memberHtml).not.toContain("Mark as In Progress");
  });

  it("escapes the texts of reports, the text of the search and the user's name", () => {
    const amendments = [{ id: "a1", text: HOSTILE, createdBy: HOSTILE, createdAt: "2026-01-06T10:00:00.000Z" }];
    const html = renderDashboard(
      { ...member, username: HOSTILE },
      { ...view, filters: { ...NO_FILTERS, search: HOSTILE } },
      makeWirePage([makeIssue({ title: HOSTILE, description: HOSTILE, reporter: HOSTILE, amendments })]),
    );
    expect(html).toContain("&lt;script&gt;alert(");
    expect(html).not.toMatch(/<script|<img|" onerror/);
  });

  it("has no two neighbouring texts, so that a translator can move each text (decision 55)", () => {
    const amendment = { id: "a1", text: "See #1", createdBy: "ada", createdAt: "2026-01-06T10:00:00.000Z" };
    const edited = { ...amendment, id: "a2", byAdmin: true as const, editedAt: "2026-01-07T10:00:00.000Z" };
    const amendments = [amendment, edited, ...["a3", "a4", "a5"].map((id) => ({ ...amendment, id }))];
    const report = makeIssue({ amendments, votes: 2, byAdmin: true, editedAt: "2026-01-07T10:00:00.000Z" });
    // React writes a comment between neighbouring texts.
    expect(renderDashboard(admin, view, makeWirePage([report]))).not.toContain("<!-- -->");
  });

  it("says that 0 reports match if no report matches the filters", () => {
    const html = renderDashboard(member, { ...view, filters: { ...NO_FILTERS, type: "bug" } }, makeWirePage([]));
    expect(html).toContain("0 of 1,203 match");
  });
});
