import { LIMITS } from "@logbook/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { listMembers } from "../../shared/api/members.ts";
import { unwrap } from "../../shared/api/result.ts";
import { readPageNumber } from "../../shared/paged-list/read-page-number.ts";

/** One page of the members by the URL's parameters: a part of the name, and the page number. */
export function useMembers() {
  const [params, setParams] = useSearchParams();
  const search = (params.get("search") ?? "").slice(0, LIMITS.searchLength);
  const page = readPageNumber(params);
  const setView = (nextSearch: string, nextPage: number, replace = false) =>
    setParams(
      { ...(nextSearch !== "" && { search: nextSearch }), ...(nextPage !== 1 && { page: String(nextPage) }) },
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
    setSearch: (text: string) => setView(text, 1, true),
    goToPage: (number: number) => setView(search, number),
  };
}
