import { type Issue, MESSAGES, TYPE_LABELS, type User, wholeTallyText } from "@logbook/domain";
import { useEffect, useId } from "react";
import { failureOf, failureText } from "../../shared/api/result.ts";
import { Areas } from "../../shared/areas/areas-context.ts";
import { whenIdle } from "../../shared/browser/when-idle.ts";
import { useScreenHeading } from "../../shared/screens/use-screen-heading.ts";
import { UNREACHABLE } from "../../shared/texts.ts";
import { useRelativeTimeUpdates } from "../../shared/time/time-ago.tsx";
import { Button, RetryButton } from "../../shared/ui/button.tsx";
import { Card } from "../../shared/ui/card.tsx";
import { CopyLinkButton } from "../../shared/ui/copy-link-button.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { TYPE_ICONS } from "../../shared/ui/looks.ts";
import { Notice } from "../../shared/ui/notice.tsx";
import { useFocusFallback } from "../../shared/ui/use-focus-fallback.ts";
import { PinButton, TakeButton } from "../admin-acts/index-lazy.ts";
import { DuplicateBanner } from "../closing/index-lazy.ts";
import { useIsEditOpen } from "../editing/index.ts";
import { useReportEdit } from "../editing/index-lazy.ts";
import { Footer, Header } from "../layout/index.ts";
import { FollowButton, useIsUnread } from "../news/index.ts";
import { markNewsSeen } from "../news/index-lazy.ts";
import {
  AdminActions,
  AdminsOnlyNote,
  AmendmentForm,
  AmendmentList,
  amendmentEditKey,
  ReportBadges,
  ReportOrigin,
  RichText,
} from "../report/index.ts";
import { DetailsBody, type ReportPage as ReportPageData } from "../report/index-lazy.ts";
import { FixQuestion, loadVotes, SightingButton, VoteButton } from "../votes/index.ts";
import { AreaSelect } from "./area-select.tsx";
import { Duplicates } from "./duplicates.tsx";
import { Timeline } from "./timeline.tsx";
import { useEvents } from "./use-events.ts";
import { useFocusTimelineEntry, useReportPage } from "./use-report-page.ts";

/** The page of a report. `reference` is the report's number or id, as the address has it. */
export function ReportPage({ user, reference }: { user: User; reference: string }) {
  useRelativeTimeUpdates();
  useEffect(() => whenIdle(loadVotes), []);
  const { data, error, isFetching, refetch, listener } = useReportPage(reference);
  const reportName = /^\d+$/.test(reference) ? `report #${reference}` : "such report";
  const isMissing = failureOf(error)?.code === "not-found";
  // If the report is deleted while its page is open, `data` stays, but is not shown.
  const shownPage = isMissing ? undefined : data;
  const titleId = useId();
  const title = shownPage?.issue.title ?? (isMissing ? `There is no ${reportName}` : MESSAGES.loading);
  const heading = useScreenHeading(shownPage ? `${numberText(shownPage.issue)} ${title}`.trim() : title);
  // Call this after `useScreenHeading`: a timeline entry in the address takes the focus from the heading.
  useFocusTimelineEntry(shownPage);
  const screen = (
    <div className="flex min-h-dvh flex-col">
      {/* No link of the header leads to this page. */}
      <Header user={user} screenPath={null} />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-4xl flex-1 px-4 py-6 sm:px-6 sm:py-8">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-2 print:hidden">
          <a
            href="/"
            // `useReportLinks` follows this link without a page load. The empty value means the list.
            data-report=""
            className="inline-flex min-h-10 items-center gap-2 rounded-md font-semibold text-accent text-sm hover:underline"
          >
            <Icon name="arrow-left" className="size-4" />
            <span>All reports</span>
          </a>
          {shownPage && <CopyLinkButton report={shownPage.issue} />}
        </div>
        <Card className="p-5 sm:p-7" data-report-page={shownPage?.issue.id}>
          {shownPage && <TypeAndNumber report={shownPage.issue} />}
          <h1
            ref={heading}
            id={titleId}
            dir="auto"
            tabIndex={-1}
            className="mt-1 break-words font-semibold font-serif text-2xl"
          >
            {title}
          </h1>
          {isMissing && <p className="mt-2 text-soft">It may have been deleted, or its address was mistyped.</p>}
          {error && !isMissing && (
            <Notice
              kind="error"
              className="mt-4"
              action={<RetryButton busy={isFetching} onClick={() => void refetch()} />}
            >
              {`The report could not be ${data ? "updated" : "loaded"}. ${failureOf(error)?.error ?? UNREACHABLE}`}
            </Notice>
          )}
          {shownPage && <ReportContent key={shownPage.issue.id} page={shownPage} user={user} titleId={titleId} />}
          {isMissing && data && <UnsentTexts report={data.issue} user={user} titleId={titleId} />}
          {!data && !error && (
            <div aria-hidden="true" className="mt-4 grid gap-3">
              <span className="skeleton h-5 w-2/3" />
              <span className="skeleton h-24 w-full" />
            </div>
          )}
        </Card>
      </main>
      {/* Not below the shorter placeholder, where the report would push it away. */}
      {(data || error) && <Footer />}
      {/* This shows nothing: it listens to the board. */}
      {listener}
    </div>
  );
  return <Areas value={data?.areas}>{screen}</Areas>;
}

const numberText = ({ number }: Issue): string => (number === null ? "" : `#${number}`);

/** The texts that the user was writing when the report was deleted, so that they can still be copied. */
function UnsentTexts({ report, user, titleId }: { report: Issue; user: User; titleId: string }) {
  const { form } = useReportEdit({ report, user, titleId });
  const isEditOpen = useIsEditOpen();
  const openAmendments = report.amendments.filter((amendment) => isEditOpen(amendmentEditKey(report, amendment)));
  return (
    // Each unsent text is in a form. If there is none, the sentence above the forms is hidden, too.
    <div className="mt-5 hidden has-[form]:block">
      <p className="font-semibold">You have not sent this text. You can still copy it.</p>
      {form}
      {openAmendments.length > 0 && <AmendmentList amendments={openAmendments} report={report} user={user} />}
      <AmendmentForm report={report} user={user} titleId={titleId} isDeleted className="mt-3" />
    </div>
  );
}

function TypeAndNumber({ report }: { report: Issue }) {
  return (
    <p className="flex items-center gap-2 text-soft text-sm">
      <span className={`icon-before icon-${TYPE_ICONS[report.type]} flex items-center gap-1.5 before:bg-accent`}>
        {TYPE_LABELS[report.type]}
      </span>
      <span className="tabular-nums">{numberText(report)}</span>
    </p>
  );
}

function ReportContent({ page, user, titleId }: { page: ReportPageData; user: User; titleId: string }) {
  const { issue: report, followers, duplicates } = page;
  const { events, hasEarlier, showEarlier } = useEvents(report.id, page);
  const focusTitleOnRemoval = useFocusFallback(titleId);
  const isUnread = useIsUnread(report.id);
  useEffect(() => {
    // If the request fails, the next visit shows the news as unread.
    if (isUnread) markNewsSeen(report.id).catch(() => undefined);
  }, [report.id, isUnread]);
  const edit = useReportEdit({ report, user, titleId });
  return (
    <>
      <p className="mt-3 flex flex-wrap gap-2">
        <ReportBadges report={report} />
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 text-soft text-sm sm:gap-x-2 sm:*:not-first:before:me-2 sm:*:not-first:before:content-['·'_/_'']">
        <ReportOrigin report={report} />
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
        <VoteButton report={report} titleId={titleId} />
        <SightingButton report={report} titleId={titleId} isOnPage />
        {edit.button}
        {user.isAdmin && (
          <>
            <TakeButton report={report} user={user} titleId={titleId} />
            <PinButton report={report} user={user} titleId={titleId} isPinned={page.pinned === true} />
            <AreaSelect report={report} user={user} />
            <AdminActions report={report} user={user} titleId={titleId} />
          </>
        )}
        {/* The note says that only admins can modify reports, which would contradict the button Edit beside it. */}
        {!user.isAdmin && !edit.button && <AdminsOnlyNote />}
        {followers > 0 && (
          <span className="text-soft text-sm">{followers === 1 ? "1 follower" : `${followers} followers`}</span>
        )}
        {/* At the end, because it may grow as the news arrive. */}
        <FollowButton report={report} titleId={titleId} showsMode />
      </div>
      <FixQuestion report={report} user={user} titleId={titleId} />
      {/* On paper, these counts replace the buttons. */}
      <p
        className="mt-2 hidden text-soft text-sm before:content-[attr(data-counts)] print:block"
        data-counts={`Votes: ${report.votes}.${report.sightings ? ` See it too: ${wholeTallyText(report.sightings)}.` : ""} Followers: ${followers}.`}
      />
      {edit.form}
      <DuplicateBanner report={report} className="mt-4" />
      <RichText text={report.description} className="mt-5" />
      <div className="mt-4">
        <DetailsBody report={report} isOpen isOnPage />
      </div>
      {duplicates !== undefined && <Duplicates duplicates={duplicates} />}
      <h2 className="mt-7 font-semibold font-serif text-xl">What happened</h2>
      <Timeline
        report={report}
        events={events}
        user={user}
        earlierButton={
          hasEarlier && (
            <span ref={focusTitleOnRemoval} className="flex flex-wrap items-center gap-2">
              <Button size="sm" variant="ghost" busy={showEarlier.isPending} onClick={() => showEarlier.run()}>
                <span>Show earlier changes</span>
              </Button>
              {showEarlier.error !== null && (
                <span role="alert" className="text-sm">
                  {failureText(showEarlier.error, UNREACHABLE)}
                </span>
              )}
            </span>
          )
        }
      />
      <AmendmentForm report={report} user={user} titleId={titleId} isDeleted={false} className="mt-3" />
    </>
  );
}
