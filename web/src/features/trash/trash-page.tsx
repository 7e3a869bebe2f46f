import { LIMITS } from "@logbook/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { listTrash } from "../../shared/api/admin.ts";
import { unwrap } from "../../shared/api/result.ts";
import { PagedList } from "../../shared/paged-list/paged-list.tsx";
import { readPageNumber } from "../../shared/paged-list/read-page-number.ts";
import { useScreenHeading } from "../../shared/screens/use-screen-heading.ts";
import { Card } from "../../shared/ui/card.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { TrashRow } from "./trash-row.tsx";

/** Route `/trash`: the deleted reports, which admins can restore for 30 days. */
export function TrashPage() {
  const heading = useScreenHeading("Trash");
  const [params, setParams] = useSearchParams();
  const page = readPageNumber(params);
  const query = useQuery({
    queryKey: ["trash", page],
    queryFn: ({ signal }) => unwrap(listTrash(page, signal)),
    placeholderData: keepPreviousData,
    // Load the trash at each visit, so that it has the reports that were just deleted.
    staleTime: 0,
    meta: { failure: "Failed to load the trash:" },
  });
  const goToPage = (number: number) =>
    setParams(number === 1 ? {} : { page: String(number) }, { preventScrollReset: true });
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="font-semibold font-serif text-2xl">
        Trash
      </h1>
      <p className="mt-1 text-soft">
        Deleted reports stay here for {LIMITS.trashDays} days. Restored, they are back in the list as they were, with
        their attachments and amendments.
      </p>
      <PagedList query={query} name="deleted reports" goToPage={goToPage} empty={<EmptyTrash />}>
        {({ entries }) =>
          entries.map((entry) => <TrashRow key={entry.id} entry={entry} onRestored={() => heading.current?.focus()} />)
        }
      </PagedList>
    </>
  );
}

function EmptyTrash() {
  return (
    <Card className="ruled-paper mt-4 grid justify-items-center px-6 py-16 text-center leading-8">
      <Icon name="archive-arrow-up" className="mb-3 size-13 text-accent" />
      <h2 className="font-semibold font-serif text-xl leading-8">The trash is empty</h2>
      <p className="max-w-sm text-soft">No report was deleted in the last {LIMITS.trashDays} days.</p>
    </Card>
  );
}
