import { LIMITS } from "@logbook/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { listMembers } from "../../shared/api/admin.ts";
import { unwrap } from "../../shared/api/result.ts";
import { readPageNumber } from "../../shared/paged-list/read-page-number.ts";

/** One page of the members. The address has `search` (a part of a name) and `page` (the page's number). */
export function useMembers() {
  const [params, setParams] = useSearchParams();
  // The address keeps spaces at the end, so that they stay in the search box while a person types.
  const search = (params.get("search") ?? "").slice(0, LIMITS.searchLength);
  const page = readPageNumber(params);
  const writeParams = (newSearch: string, newPage: number, { replace }: { replace: boolean }) => {
    const newParams = new URLSearchParams();
    if (newSearch !== "") newParams.set("search", newSearch);
    if (newPage !== 1) newParams.set("page", String(newPage));
    setParams(newParams, { replace, preventScrollReset: true });
  };
  const query = useQuery({
    queryKey: ["members", search.trim(), page],
    queryFn: ({ signal }) => unwrap(listMembers(page, search.trim(), signal)),
    placeholderData: keepPreviousData,
    meta: { failure: "Failed to load members:" },
  });
  return {
    query,
    search,
    setSearch: (text: string) => writeParams(text, 1, { replace: true }),
    goToPage: (number: number) => writeParams(search, number, { replace: false }),
  };
}
