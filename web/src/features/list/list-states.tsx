import { Button } from "../../shared/ui/button.tsx";
import { Card } from "../../shared/ui/card.tsx";
import { Icon } from "../../shared/ui/icon.tsx";

export function ListSkeleton({ isRetrying }: { isRetrying: boolean }) {
  return (
    <div className="mt-4">
      <p role="status" className={isRetrying ? "mb-3 text-soft text-sm" : "sr-only"}>
        {isRetrying ? "The logbook does not answer yet. Trying again…" : "Loading the entries…"}
      </p>
      <Card aria-hidden="true" className="divide-y divide-rule overflow-hidden">
        {["w-2/5", "w-3/5", "w-1/2"].map((width) => (
          <div key={width} className="entry">
            <div className="grid gap-3">
              <span className={`skeleton h-6 ${width}`} />
              <span className="skeleton h-4 w-3/4" />
              <span className="skeleton h-4 w-2/3" />
              <span className="skeleton h-8 w-40" />
            </div>
          </div>
        ))}
      </Card>
    </div>
  );
}

export function EmptyList({ hasFilters, onReset }: { hasFilters: boolean; onReset: () => void }) {
  return (
    <Card className="ruled-paper mt-4 grid justify-items-center px-6 py-16 text-center leading-8">
      <Icon name={hasFilters ? "search-x" : "book-open"} className="mb-3 size-13 text-accent" />
      <h3 className="font-semibold font-serif text-xl leading-8">{hasFilters ? "No entries match" : "A fresh page"}</h3>
      <p className="max-w-sm text-soft">
        {hasFilters
          ? "Nothing in the log fits this search and these filters."
          : "Nothing has been reported yet. Report a bug or request a feature to make the first entry."}
      </p>
      {hasFilters && (
        <Button className="mt-6" onClick={onReset}>
          Reset filters
        </Button>
      )}
    </Card>
  );
}
