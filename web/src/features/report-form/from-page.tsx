import { type PageReport, splitPageUrl } from "@logbook/domain";
import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { Button } from "../../shared/ui/button.tsx";
import { atPageQuery } from "./api.ts";
import { pageName } from "./page-texts.ts";
import type { FieldProps } from "./report-fields.tsx";
import { SuggestedReports } from "./suggested-reports.tsx";

interface FromPageProps extends FieldProps {
  page: PageReport;
  onDiscard: () => void;
}

/** Says from which page the report's texts are, and shows what is already reported about that page. */
export function FromPage({ page, form, isLocked, onDiscard }: FromPageProps) {
  const contents = page.errors.length === 0 ? " and your browser are" : ", your browser and the page's errors are";
  const { data: reports = [] } = useQuery(atPageQuery(splitPageUrl(page.address)!.path));
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm sm:col-span-2">
        <p className="min-w-0 flex-1 basis-60 text-soft">
          <span>{"From the page "}</span>
          <bdi className="wrap-anywhere font-semibold text-ink">{pageName(page)}</bdi>
          <span>{`. Its address${contents} in the fields below. Please look through them.`}</span>
        </p>
        <div className="flex flex-wrap gap-2">
          <QueryButton {...{ page, form, isLocked }} />
          <Button size="sm" variant="ghost" busy={isLocked} onClick={onDiscard}>
            Discard
          </Button>
        </div>
      </div>
      <SuggestedReports
        heading="Already reported about this page"
        hint="Your vote counts as much as another report. If yours is about something else, continue with it."
        status={resultText(reports.length)}
        {...{ reports, isLocked, onDiscard }}
      />
    </>
  );
}

function resultText(count: number): string {
  if (count === 0) return "";
  return count === 1 ? "1 report about this page." : `${count} reports about this page.`;
}

/** Puts the query of the page's address into the report, and takes it out again. */
function QueryButton({ page: { address, query }, form, isLocked }: Omit<FromPageProps, "onDiscard">) {
  const websiteUrl = useWatch({ control: form.control, name: "websiteUrl" });
  const isAdded = websiteUrl === address + query;
  // Not if the member has changed the address.
  if (query === "" || (!isAdded && websiteUrl !== address)) return null;
  return (
    <Button
      size="sm"
      variant={isAdded ? "soft" : "secondary"}
      busy={isLocked}
      aria-pressed={isAdded}
      className="max-w-full"
      onClick={() => form.setValue("websiteUrl", isAdded ? address : address + query)}
    >
      <span>{"Include "}</span>
      <bdi className="max-w-48 truncate max-sm:max-w-28">{query}</bdi>
    </Button>
  );
}
