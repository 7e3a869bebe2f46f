import { formatCount, type User } from "@logbook/domain";
import { focusMain, PagedList } from "../../shared/paged-list/paged-list.tsx";
import { SearchBox } from "../../shared/paged-list/search-box.tsx";
import { useDebouncedSearch } from "../../shared/paged-list/use-debounced-search.ts";
import { useScreenHeading } from "../../shared/screens/use-screen-heading.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Card } from "../../shared/ui/card.tsx";
import { MemberRow } from "./member-row.tsx";
import { useMembers } from "./use-members.ts";

/** Route `/members`: the list of members, each with the buttons for an admin's actions. */
export function MembersPage({ user }: { user: User }) {
  const heading = useScreenHeading("Members");
  const { query, search, setSearch, goToPage } = useMembers();
  const { draft: typedText, setDraft: setTypedText, flush: searchNow } = useDebouncedSearch(search, setSearch);
  const showAll = () => {
    setSearch("");
    focusMain();
  };
  const total = query.data?.page.total;
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
      </div>
      <search className="mt-3 block print:hidden">
        <form
          aria-label="Find a member"
          className="relative max-w-md"
          onSubmit={(event) => {
            event.preventDefault();
            searchNow();
          }}
        >
          <SearchBox
            label="Search by name"
            autoCapitalize="none"
            spellCheck={false}
            value={typedText}
            setText={setTypedText}
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
