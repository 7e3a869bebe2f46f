import { type Filters, fromWire, type Issue, sortIssues, toPlainText, type WireList } from "@logbook/domain";
import { request } from "./http.ts";
import type { IssuePage, ListView } from "./issue-page.ts";
import type { Result } from "./result.ts";

/**
 * `GET /api/issues` (section 7): one page of the list. With `buildName`, the name of the web app's build, the request
 * asks for the dashboard's markup: the response has it as `drawn` if the API renders the same build.
 */
export async function listIssues(view: ListView, signal?: AbortSignal, buildName?: string): Promise<Result<IssuePage>> {
  const markupParameter = buildName === undefined ? "" : `&draw=${buildName}`;
  const result = await request<WireList>(listPath(view) + markupParameter, { signal });
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
  const { page, stats, asOf, revision, drawn: markup } = body;
  return { issues: readIssues(body), page, stats, asOf, revision, ...(markup && { drawn: markup }) };
}

function readIssues({ bugs, features, order }: WireList): Issue[] {
  const issues = [...bugs, ...features].map(fromWire);
  // The server sends no `order` if it is the specification's.
  return order === undefined ? sortIssues(issues) : issues.sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
}

export function listPath({ page, pageSize, filters, sort }: ListView): string {
  const query = new URLSearchParams({ page: String(page), pageSize: String(pageSize), ...filterParams(filters), sort });
  return `/api/issues?${query}`;
}

export function filterParams({ search, ...otherFilters }: Filters): Record<keyof Filters, string> {
  return { search: toPlainText(search).trim(), ...otherFilters };
}
