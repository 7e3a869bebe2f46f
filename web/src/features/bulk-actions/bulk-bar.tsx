import { formatCount, type Issue, LIMITS, type PageInfo, type SelectedReport, type User } from "@logbook/domain";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { failureText, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { LIST_HEADING_ID } from "../../shared/paged-list/list-focus.ts";
import { getSession, hasUserChanged } from "../../shared/session/store.ts";
import { useStore } from "../../shared/store/store.ts";
import { announce } from "../../shared/ui/announcer.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { ConfirmDialog } from "../../shared/ui/confirm-dialog.tsx";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { useFocusFallback } from "../../shared/ui/use-focus-fallback.ts";
import { closeDialogCode } from "../closing/index.ts";
import type { ListView } from "../list/index.ts";
import { deselect, select, selection } from "../selection/index.ts";
import { actionsFor, type BulkAction } from "./actions.ts";
import { listFound } from "./api.ts";
import { type BulkState, bulkState, clearFailed, reportName, runAction, stopRun } from "./bulk-run.ts";

const BAR_ID = "bulk-bar";

export interface BarProps {
  user: User;
  view: ListView;
  /** The shown page of the list. */
  page: { issues: readonly Issue[]; page: Pick<PageInfo, "total"> };
  /** The ids of the shown reports that were deleted since. */
  deleted: ReadonlySet<string> | undefined;
}

/** The bar at the window's lower edge while an admin has selected reports, or while an action runs. */
export function BulkBar(props: BarProps) {
  const selected = useStore(selection);
  const state = useStore(bulkState);
  useClearedByFilters(props.view);
  const isShown = selected.size > 0 || state.run !== null || state.failed.length > 0;
  return isShown && <ShownBar {...props} selected={[...selected.values()]} state={state} />;
}

/** Another search or filter ends the selection, whose reports may not be in sight any more; another page does not. */
function useClearedByFilters({ filters }: ListView): void {
  const filtersText = JSON.stringify(filters);
  const lastFilters = useRef(filtersText);
  useEffect(() => {
    if (lastFilters.current !== filtersText) deselect(selection.get().keys());
    lastFilters.current = filtersText;
  }, [filtersText]);
}

type ShownBarProps = BarProps & { selected: readonly SelectedReport[]; state: BulkState };

function ShownBar({ state, selected, ...props }: ShownBarProps) {
  const bar = useRef<HTMLElement>(null);
  useBarHeight(bar);
  const focusHeadingOnRemoval = useFocusFallback(LIST_HEADING_ID);
  return (
    <div ref={focusHeadingOnRemoval} className="sticky bottom-0 z-30 pt-3 max-sm:-mx-3 print:hidden">
      <section
        ref={bar}
        id={BAR_ID}
        tabIndex={-1}
        aria-label="Selected reports"
        className="arrive grid max-h-[50dvh] gap-2 overflow-y-auto rounded-t-md border border-line border-b-0 bg-sheet px-3 py-2 shadow-raised sm:px-4"
      >
        {state.failed.length > 0 && <Failures state={state} />}
        {state.run === null ? <Choice {...props} selected={selected} /> : <Progress run={state.run} />}
      </section>
    </div>
  );
}

/** Tells the stylesheet the bar's height: messages show above the bar, and a focused element scrolls above it. */
function useBarHeight(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty("--bar-height", `${bar.current?.offsetHeight ?? 0}px`));
    observer.observe(bar.current!);
    return () => {
      observer.disconnect();
      style.removeProperty("--bar-height");
    };
  }, [bar]);
}

function Choice({ user, view, page, deleted, selected }: Omit<ShownBarProps, "state">) {
  const foundCount = page.page.total;
  const shown = page.issues.filter(({ id }) => !deleted?.has(id));
  const [asked, setAsked] = useState<BulkAction | null>(null);
  const focusBarOnRemoval = useFocusFallback(BAR_ID);
  const actions = selected.length === 0 ? [] : actionsFor(selected, user);
  const selectedIds = new Set(selected.map(({ id }) => id));
  const missingCount = shown.filter(({ id }) => !selectedIds.has(id)).length;
  const elsewhereCount = selected.length - (shown.length - missingCount);
  const begin = (action: BulkAction) =>
    action.question || action.withClosing ? setAsked(action) : void runAction(action);
  return (
    <div ref={focusBarOnRemoval} className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p role="status" className="font-semibold text-sm tabular-nums">
        {selectedText(selected.length, elsewhereCount)}
      </p>
      <div className="flex flex-wrap items-center gap-1">
        {missingCount > 0 && (
          <Button size="sm" variant="ghost" onClick={() => select(shown)}>
            {`All ${shown.length} shown`}
          </Button>
        )}
        {foundCount > Math.max(shown.length, selected.length) && <AllFoundButton view={view} foundCount={foundCount} />}
        {selected.length > 0 && (
          <Button size="sm" variant="ghost" onClick={() => deselect(selectedIds)}>
            Select none
          </Button>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
        {actions.map((action) => (
          <Button
            key={action.label}
            size="sm"
            variant={action.look}
            data-bulk-step={action.isStep}
            onClick={() => begin(action)}
          >
            {action.label}
          </Button>
        ))}
      </div>
      {asked?.withClosing && (
        <LazyPart code={closeDialogCode} modal>
          {({ CloseManyDialog }) => (
            <CloseManyDialog
              reports={asked.reports as [SelectedReport, ...SelectedReport[]]}
              run={(closing) => {
                setAsked(null);
                void runAction(asked.withClosing!(closing));
              }}
              close={() => setAsked(null)}
              focusFallback={() => document.getElementById(BAR_ID)?.focus()}
            />
          )}
        </LazyPart>
      )}
      {asked?.question && (
        <ConfirmDialog
          {...asked.question}
          danger
          busy={false}
          error={null}
          onConfirm={() => {
            setAsked(null);
            void runAction(asked);
          }}
          close={() => setAsked(null)}
          focusFallback={() => document.getElementById(BAR_ID)?.focus()}
        >
          {asked.question.text}
        </ConfirmDialog>
      )}
    </div>
  );
}

function selectedText(count: number, elsewhereCount: number): string {
  const text = `${formatCount(count)} selected`;
  return elsewhereCount === 0 ? text : `${text}, ${formatCount(elsewhereCount)} on other pages`;
}

function AllFoundButton({ view, foundCount }: { view: ListView; foundCount: number }) {
  const loading = useAction(async () => {
    const { user } = getSession();
    try {
      const { reports } = await unwrap(listFound(view), "Failed to list all reports:");
      if (!hasUserChanged(user)) select(reports);
    } catch (error) {
      announce(`The reports could not be selected. ${failureText(error)}`);
    }
  });
  return (
    <Button size="sm" variant="ghost" busy={loading.isPending} onClick={() => loading.run()}>
      {foundCount > LIMITS.foundReports
        ? `First ${LIMITS.foundReports} of ${formatCount(foundCount)} found`
        : `All ${formatCount(foundCount)} found`}
    </Button>
  );
}

function Progress({ run: { label, finished, total, waitSeconds } }: { run: NonNullable<BulkState["run"]> }) {
  const focusBarOnRemoval = useFocusFallback(BAR_ID);
  const progressText = `${finished} of ${total}`;
  return (
    <div ref={focusBarOnRemoval} className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <p className="font-semibold">{label}</p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={finished}
        aria-valuetext={progressText}
        className="h-2 min-w-24 flex-1 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full bg-accent" style={{ width: `${(100 * finished) / total}%` }} />
      </div>
      <p className="tabular-nums">{progressText}</p>
      <Button size="sm" onClick={stopRun}>
        Stop
      </Button>
      <p role="status" className="basis-full text-soft empty:hidden">
        {waitSeconds !== null &&
          `The logbook takes no more changes of yours for the moment. It goes on in ${waitSeconds} seconds.`}
      </p>
    </div>
  );
}

function Failures({ state: { failed } }: { state: BulkState }) {
  return (
    <Notice
      kind="error"
      action={
        <Button size="sm" onClick={clearFailed}>
          Dismiss
        </Button>
      }
    >
      <p>{failed.length === 1 ? "1 report was not changed:" : `${failed.length} reports were not changed:`}</p>
      <ul className="list-disc pl-5 font-normal">
        {failed.map(({ report, reason }) => (
          <li key={report.id} className="wrap-anywhere">
            <bdi>{reportName(report)}</bdi>
            <span>{`: ${reason}`}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
