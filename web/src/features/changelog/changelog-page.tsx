import type { User, WireChangelog } from "@logbook/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type Location, useLocation, useSearchParams } from "react-router-dom";
import { unwrap } from "../../shared/api/result.ts";
import { lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { PagedList } from "../../shared/paged-list/paged-list.tsx";
import { readPageNumber } from "../../shared/paged-list/read-page-number.ts";
import { NEWS_PARAMETER } from "../../shared/screens/report-address.ts";
import { useScreenHeading } from "../../shared/screens/use-screen-heading.ts";
import { useStore } from "../../shared/store/store.ts";
import { useRelativeTimeUpdates } from "../../shared/time/time-ago.tsx";
import { Card } from "../../shared/ui/card.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";
import { newsAnchor } from "../../shared/ui/news-link.tsx";
import { Footer, Header } from "../layout/index.ts";
import { useNews, useNewsUpdates } from "../news/index.ts";
import { hasNewEntries, markEntriesSeen } from "../news/index-lazy.ts";
import { listEntries } from "./api.ts";
import { EntryItem } from "./entry-item.tsx";

// Only admins load it.
const editorCode = lazyResource(() => import("./editor.tsx"));

const NO_BOARD = { revision: null, issueId: null };

/** Route `/?news`: the entries in which admins write what came of the reports. Admins write, edit and delete them. */
export function ChangelogPage({ user }: { user: User }) {
  useRelativeTimeUpdates();
  useNewsUpdates(NO_BOARD);
  const heading = useScreenHeading("What’s new");
  const { query, goToPage } = useEntries();
  useMarkSeen(query.data);
  useFocusEntry(query.data);
  const editor = useStore(editorCode);
  const focusHeading = () => heading.current?.focus();
  return (
    <div className="flex min-h-dvh flex-col">
      {/* No link of the header leads to this page. */}
      <Header user={user} screenPath={null} />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-4xl flex-1 px-4 py-6 sm:px-6 sm:py-8">
        <a
          href="/"
          // `useReportLinks` follows this link without a page load. The empty value means the list.
          data-report=""
          className="inline-flex min-h-10 items-center gap-2 rounded-md font-semibold text-accent text-sm hover:underline print:hidden"
        >
          <Icon name="arrow-left" className="size-4" />
          <span>All reports</span>
        </a>
        <h1 ref={heading} tabIndex={-1} className="mt-2 font-semibold font-serif text-2xl">
          What’s new
        </h1>
        <p className="mt-1 text-soft">What came of the reports, in the words of the admins.</p>
        {user.isAdmin && (
          <div className="mt-4">
            <LazyPart code={editorCode}>
              {({ Editor }) => <Editor user={user} entries={query.data?.entries} focusHeading={focusHeading} />}
            </LazyPart>
          </div>
        )}
        <PagedList query={query} name="entries" goToPage={goToPage} empty={<NoEntries />}>
          {({ entries }) =>
            entries.map((entry) => (
              <EntryItem
                key={entry.id}
                entry={entry}
                acts={
                  user.isAdmin &&
                  editor.kind === "loaded" && <editor.code.EntryActs entry={entry} focusHeading={focusHeading} />
                }
              />
            ))
          }
        </PagedList>
      </main>
      <Footer />
    </div>
  );
}

/** One page of the entries. The address's parameter `news` is the page's number. */
function useEntries() {
  const [params, setParams] = useSearchParams();
  const page = readPageNumber(params, NEWS_PARAMETER);
  const query = useQuery({
    queryKey: ["changelog", page],
    queryFn: ({ signal }) => unwrap(listEntries(page, signal)),
    placeholderData: keepPreviousData,
    // Load the entries at each visit: the line above the list may have named one that was just published.
    staleTime: 0,
    meta: { failure: "Failed to load What's new:" },
  });
  const goToPage = (number: number) =>
    setParams(
      (current) => {
        const changed = new URLSearchParams(current);
        changed.set(NEWS_PARAMETER, number === 1 ? "" : String(number));
        return changed;
      },
      { preventScrollReset: true },
    );
  return { query, goToPage };
}

/** Marks the entries as seen once the page shows them. */
function useMarkSeen(data: WireChangelog | undefined): void {
  const { news } = useNews();
  const asOf = data?.asOf ?? null;
  const isNew = news !== null && hasNewEntries(news);
  useEffect(() => {
    // If the request fails, the next visit marks them.
    if (isNew && asOf !== null) markEntriesSeen(asOf).catch(() => undefined);
  }, [isNew, asOf]);
}

/** Focuses the entry whose id is the address's hash, once it is shown. */
function useFocusEntry(data: WireChangelog | undefined): void {
  const location = useLocation();
  const handledLocation = useRef<Location | null>(null);
  useEffect(() => {
    if (data === undefined || handledLocation.current === location) return;
    const entry = data.entries.find(({ id }) => location.hash === `#${newsAnchor(id)}`);
    const element = entry && document.getElementById(newsAnchor(entry.id));
    if (!element) return;
    handledLocation.current = location;
    element.scrollIntoView({ block: "center" });
    element.focus({ preventScroll: true });
  }, [location, data]);
}

function NoEntries() {
  return (
    <Card className="ruled-paper mt-4 grid justify-items-center px-6 py-16 text-center leading-8">
      <Icon name="book-open" className="mb-3 size-13 text-accent" />
      <h2 className="font-semibold font-serif text-xl leading-8">Nothing yet</h2>
      <p className="max-w-sm text-soft">When admins write about what came of the reports, you read it here.</p>
    </Card>
  );
}
