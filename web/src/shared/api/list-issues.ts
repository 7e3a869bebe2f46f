import { type Filters, fromWire, type Issue, sortIssues, toPlainText, type WireList } from "@logbook/domain";
import { request } from "./http.ts";
import type { IssuePage, ListView } from "./issue-page.ts";
import type { Result } from "./result.ts";

/** `GET /api/issues`: one page (section 7), with the dashboard's markup if the server has the same `version`. */
export async function listIssues(view: ListView, signal?: AbortSignal, version?: string): Promise<Result<IssuePage>> {
  const draw = version === undefined ? "" : `&draw=${version}`;
  const result = await request<WireList>(listPath(view) + draw, { signal });
  if (!result.ok) return result;
  if (result.data.page) return { ok: true, data: readPage(result.data as WirePage) };
  // A server without paging answers with the whole list (section 7).
  const { selectPage } = await import("./select-page.ts");
  return { ok: true, data: selectPage(readIssues(result.data), view) };
}

type OptionalField = "drawn" | "order";
/** The response of a server with paging. */
export type WirePage = Required<Omit<WireList, OptionalField>> & Pick<WireList, OptionalField>;

export function readPage(body: WirePage): IssuePage {
  const { page, stats, asOf, revision, drawn } = body;
  return { issues: readIssues(body), page, stats, asOf, revision, ...(drawn && { drawn }) };
}

function readIssues({ bugs, features, order }: WireList): Issue[] {
  const issues = [...bugs, ...features].map(fromWire);
  return order === undefined ? sortIssues(issues) : issues.sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
}

export function listPath({ page, pageSize, filters, sort }: ListView): string {
  const query = new URLSearchParams({ page: String(page), pageSize: String(pageSize), ...filterParams(filters), sort });
  return `/api/issues?${query}`;
}

export function filterParams({ search, ...otherFilters }: Filters): Record<keyof Filters, string> {
  return { search: toPlainText(search).trim(), ...otherFilters };
}
