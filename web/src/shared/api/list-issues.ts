import { type Filters, fromWire, type Issue, sortIssues, toPlainText, type WireList } from "@logbook/domain";
import { request } from "./http.ts";
import type { IssuePage, ListView } from "./issue-page.ts";
import type { Result } from "./result.ts";

/** `GET /api/issues`, paged (section 7); with the dashboard's markup where this is the `version` that the server draws for. */
export async function listIssues(view: ListView, signal?: AbortSignal, version?: string): Promise<Result<IssuePage>> {
  const draw = version === undefined ? "" : `&draw=${version}`;
  const answer = await request<WireList>(listPath(view) + draw, { signal });
  if (!answer.ok) return answer;
  if (answer.data.page) return { ok: true, data: readPage(answer.data as WirePage) };
  // A list without pages is whole, as section 7 has it.
  const { selectPage } = await import("./select-page.ts");
  return { ok: true, data: selectPage(readIssues(answer.data), view) };
}

/** An answer to a call that asked for a page. */
export type WirePage = Required<Omit<WireList, "drawn">> & Pick<WireList, "drawn">;

/** Reads such an answer. */
export function readPage(answer: WirePage): IssuePage {
  const { page, stats, asOf, revision, drawn } = answer;
  return { issues: readIssues(answer), page, stats, asOf, revision, ...(drawn && { drawn }) };
}

const readIssues = ({ bugs, features }: WireList): Issue[] => sortIssues([...bugs, ...features].map(fromWire));

/** The call that asks for a view. */
export function listPath({ page, pageSize, filters }: ListView): string {
  const query = new URLSearchParams({ page: String(page), pageSize: String(pageSize), ...filterParams(filters) });
  return `/api/issues?${query}`;
}

/** The filters as the list's calls take them. */
export function filterParams({ search, type, status, priority }: Filters): Record<keyof Filters, string> {
  return { search: toPlainText(search).trim(), type, status, priority };
}
