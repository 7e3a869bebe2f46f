import { type Issue, NO_FILTERS, STATUS_CYCLES, type User } from "@logbook/domain";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, it, vi } from "vitest";
import type { IssuePage, ListView } from "../api/list-issues.ts";
import { firstDashboard, type Known } from "./first-dashboard.tsx";
import { renderToHtml } from "./render-to-html.ts";

// What the components ask of the browser while they are drawn.
beforeAll(() => {
  vi.stubGlobal("window", { matchMedia: () => ({ matches: false }) });
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
});

const HOSTILE = `</p><script>alert("1")</script> & 'quoted' <img src=x onerror=alert(1)> &amp;`;

const issue = (over: Partial<Issue>): Issue => ({
  id: "i1",
  type: "bug",
  title: "The menu hides the last entry",
  description: "See https://example.org/menu\nand scroll.",
  status: "OPEN",
  priority: "HIGH",
  reporter: "mia",
  websiteUrl: "",
  reproductionSteps: "",
  environmentInfo: "",
  expectedResult: "",
  actualResult: "",
  problemItSolves: "",
  howItWorks: "",
  attachments: [],
  amendments: [],
  createdAt: "2026-01-05T10:00:00.000Z",
  updatedAt: "2026-01-05T10:00:00.000Z",
  ...over,
});

const amendment = (id: number) => ({
  id: `a${id}`,
  text: `Note ${id}`,
  createdBy: "max",
  createdAt: "2026-01-06T10:00:00.000Z",
});

const ISSUES: Issue[] = [
  ...STATUS_CYCLES.bug.map((status, at) => issue({ id: `b${at}`, status })),
  ...STATUS_CYCLES.feature.map((status, at) => issue({ id: `f${at}`, type: "feature", status, priority: "LOW" })),
  issue({ id: "h", title: HOSTILE, description: HOSTILE, reporter: HOSTILE, updatedAt: "2026-02-01T00:00:00.000Z" }),
  issue({ id: "n", amendments: [1, 2, 3, 4, 5].map(amendment), priority: "CRITICAL" }),
  issue({ id: "a", attachments: [{ name: "log.txt", size: 12, type: "text/plain", url: "/api/attachments/u/a/f" }] }),
];

const page = (issues: Issue[], pages = 4): IssuePage => ({
  issues,
  page: { number: 2, size: 10, pages, total: pages * 10 },
  stats: { bugs: 1200, features: 3, total: 1203, open: 4, inProgress: 5, closed: 6 },
  asOf: "2026-02-01T00:00:00.000Z",
  revision: 7,
});

const member: User = { id: "u1", username: HOSTILE, isAdmin: false };
const admin: User = { id: "u2", username: "ada", isAdmin: true };
const whole: ListView = { filters: NO_FILTERS, page: 2, pageSize: 10 };
const narrowed: ListView = {
  filters: { ...NO_FILTERS, search: HOSTILE, type: "feature", status: "OPEN" },
  page: 1,
  pageSize: 25,
};

/** Ids made anew by each renderer, and the order of attributes, are all in which the two may differ. */
function alike(html: string): string {
  const ids = new Map<string, string>();
  return html
    .replace(/(first-\d+|_[Rr]_\w*_)/g, (id) => {
      if (!ids.has(id)) ids.set(id, `id${ids.size}`);
      return ids.get(id)!;
    })
    .replace(/<[a-z]\w*((?: [\w:-]+="[^"]*")+)/gi, (tag, attributes: string) => {
      const sorted = attributes.match(/ [\w:-]+="[^"]*"/g)!.sort((a, b) => a.localeCompare(b));
      return tag.replace(attributes, sorted.join("")).toLowerCase();
    });
}

it.each<[string, User, ListView, Known]>([
  ["nothing is known of the list yet", member, whole, { page: undefined, fresh: false }],
  ["the list of the last visit", member, whole, { page: page(ISSUES), fresh: false }],
  ["a member's list", member, whole, { page: page(ISSUES), fresh: true }],
  ["an admin's list", admin, whole, { page: page(ISSUES), fresh: true }],
  ["a list narrowed by filters", admin, narrowed, { page: page(ISSUES.slice(0, 3), 1), fresh: true }],
  ["a list in which nothing matches", member, narrowed, { page: page([], 0), fresh: true }],
])("before React comes the page shows what React will show: %s", (_, user, view, known) => {
  const dashboard = firstDashboard(user, view, known);
  expect(alike(renderToHtml(dashboard))).toBe(alike(renderToStaticMarkup(dashboard)));
});

it("text stays text", () => {
  const html = renderToHtml(firstDashboard(member, narrowed, { page: page(ISSUES), fresh: true }));
  expect(html).not.toMatch(/<script|<img/);
});

it("what it cannot draw it refuses", () => {
  const Lazy = { $$typeof: Symbol.for("react.lazy") } as unknown as () => ReactNode;
  expect(() => renderToHtml(<Lazy />)).toThrow("only React");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it has to be refused
  expect(() => renderToHtml(<p dangerouslySetInnerHTML={{ __html: "<b>" }} />)).toThrow("dangerouslySetInnerHTML");
});
