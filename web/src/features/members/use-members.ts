import { LIMITS } from "@logbook/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { unwrap } from "../../shared/api/api-error.ts";
import { listMembers } from "../../shared/api/list-members.ts";
import { readPageNumber } from "../../shared/paged-list/read-page-number.ts";

/** The wanted page of the members, by the address: part of a name, and the page's number. */
export function useMembers() {
  const [params, setParams] = useSearchParams();
  const search = (params.get("search") ?? "").slice(0, LIMITS.searchLength);
  const page = readPageNumber(params);
  const go = (next: { search: string; page: number }, replace = false) =>
    setParams(
      {
        ...(next.search !== "" && { search: next.search }),
        ...(next.page !== 1 && { page: String(next.page) }),
      },
      { replace, preventScrollReset: true },
    );
  const query = useQuery({
    queryKey: ["members", search.trim(), page],
    queryFn: ({ signal }) => unwrap(listMembers(page, search.trim(), signal)),
    placeholderData: keepPreviousData,
    meta: { failure: "Failed to load members:" },
  });
  return {
    query,
    search,
    setSearch: (part: string) => go({ search: part, page: 1 }, true),
    turn: (number: number) => go({ search, page: number }),
  };
}
