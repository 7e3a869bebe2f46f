import { formatCount, LIMITS, type User } from "@logbook/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useSearchParams } from "react-router-dom";
import { unwrap } from "../../shared/api/result.ts";
import { lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { focusMain, PagedList } from "../../shared/paged-list/paged-list.tsx";
import { readPageNumber } from "../../shared/paged-list/read-page-number.ts";
import { SearchBox } from "../../shared/paged-list/search-box.tsx";
import { useDebouncedSearch } from "../../shared/paged-list/use-debounced-search.ts";
import { useScreenHeading } from "../../shared/screens/use-screen-heading.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Card } from "../../shared/ui/card.tsx";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";
import { PageLink } from "../../shared/ui/links.tsx";
import { AdmissionSetting } from "./admission-setting.tsx";
import { listMembers } from "./api.ts";
import { ChatSetting } from "./chat-setting.tsx";
import { LOG_PARAMETER, MemberLog } from "./member-log.tsx";
import { MemberRow } from "./member-row.tsx";

/** The parameter of `/members` that shows the areas of the website instead of the members. */
const AREAS_PARAMETER = "areas";

const areasCode = lazyResource(() => import("./areas-page.tsx"));

/** Route `/members`: the members, what admins have done to them (the parameter `log`), or the website's areas. */
export function MembersPage({ user }: { user: User }) {
  const [params] = useSearchParams();
  if (params.has(AREAS_PARAMETER)) return <LazyPart code={areasCode}>{({ AreasPage }) => <AreasPage />}</LazyPart>;
  return params.has(LOG_PARAMETER) ? <MemberLog /> : <MemberList user={user} />;
}

/** Who can join, who waits, and the list of members, each with the buttons for an admin's actions. */
function MemberList({ user }: { user: User }) {
  const heading = useScreenHeading("Members");
  const waitingId = useId();
  const { query, search, setSearch, goToPage } = useMembers();
  const searchField = useDebouncedSearch(search, setSearch);
  const showAll = () => {
    setSearch("");
    focusMain();
  };
  const total = query.data?.page.total;
  const { waiting = [], waitingTotal = 0, admission, chat } = query.data ?? {};
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h1 ref={heading} tabIndex={-1} className="font-semibold font-serif text-2xl">
          Members
        </h1>
        {total !== undefined && (
          <p role="status" className="text-soft text-sm tabular-nums">
            {search.trim() === "" ? `${formatCount(total)} in all` : `${formatCount(total)} found`}
          </p>
        )}
        <nav aria-label="Settings" className="ml-auto flex flex-wrap gap-x-4 text-accent text-sm print:hidden">
          <PageLink href={`/members?${AREAS_PARAMETER}`} className="underline underline-offset-4">
            Areas of the website
          </PageLink>
          <PageLink href={`/members?${LOG_PARAMETER}`} className="underline underline-offset-4">
            Log of acts
          </PageLink>
        </nav>
      </div>
      {admission !== undefined && (
        <div className="mt-3">
          <AdmissionSetting admission={admission} />
        </div>
      )}
      {chat !== undefined && (
        <div className="mt-4">
          <ChatSetting chat={chat} />
        </div>
      )}
      {waiting.length > 0 && (
        <section aria-labelledby={waitingId} className="mt-5">
          <h2 id={waitingId} className="font-semibold font-serif text-xl">
            {`${formatCount(waitingTotal)} waiting to be let in`}
          </h2>
          {waiting.length < waitingTotal && (
            <p className="text-soft text-sm">{`The ${waiting.length} who have waited longest:`}</p>
          )}
          <Card className="mt-2 overflow-hidden">
            <ul className="divide-y divide-rule">
              {waiting.map((member) => (
                <MemberRow key={member.id} member={member} isCurrentUser={false} />
              ))}
            </ul>
          </Card>
        </section>
      )}
      <search className="mt-5 block print:hidden">
        <form
          aria-label="Find a member"
          className="relative max-w-md"
          onSubmit={(event) => {
            event.preventDefault();
            void searchField.flush();
          }}
        >
          <SearchBox
            label="Search by name"
            autoCapitalize="none"
            spellCheck={false}
            value={searchField.draft}
            setText={searchField.setDraft}
          />
        </form>
      </search>
      <PagedList query={query} name="members" goToPage={goToPage} empty={<NoMembers showAll={showAll} />}>
        {({ members }) =>
          members.map((member) => <MemberRow key={member.id} member={member} isCurrentUser={member.id === user.id} />)
        }
      </PagedList>
    </>
  );
}

/** One page of the members. The address has `search` (a part of a name) and `page` (the page's number). */
function useMembers() {
  const [params, setParams] = useSearchParams();
  // The address keeps spaces at the end, so that they stay in the search box while a person types.
  const search = (params.get("search") ?? "").slice(0, LIMITS.searchLength);
  const page = readPageNumber(params);
  const query = useQuery({
    queryKey: ["members", search.trim(), page],
    queryFn: ({ signal }) => unwrap(listMembers(page, search.trim(), signal)),
    placeholderData: keepPreviousData,
    meta: { failure: "Failed to load members:" },
  });
  return {
    query,
    search,
    /** Shows page 1 of the search. Replaces the address, so that Back does not lead through every letter typed. */
    setSearch: (text: string) => setParams(toParams(text, 1), { replace: true, preventScrollReset: true }),
    goToPage: (number: number) => setParams(toParams(search, number), { preventScrollReset: true }),
  };
}

/** The address's parameters, without the default values. */
const toParams = (search: string, page: number) => ({
  ...(search !== "" && { search }),
  ...(page !== 1 && { page: String(page) }),
});

/** Only a search can find nobody: the list always has the admin who looks at it. */
function NoMembers({ showAll }: { showAll: () => void }) {
  return (
    <Card className="mt-4 grid justify-items-center px-6 py-12 text-center">
      <h2 className="font-semibold font-serif text-xl">Nobody by that name</h2>
      <p className="mt-1 text-soft">Please check the spelling, or type only a part of the name.</p>
      <Button className="mt-5" onClick={showAll}>
        Show all members
      </Button>
    </Card>
  );
}
