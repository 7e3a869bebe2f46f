import { type IssueType, parsePageReport, type User } from "@logbook/domain";
import { useEffect, useState } from "react";
import { focusListHeading } from "../../shared/paged-list/list-focus.ts";
import { onUserLeft } from "../../shared/session/store.ts";
import { announce } from "../../shared/ui/announcer.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { readStoredPageReport } from "../drafts/index.ts";
import { beginPageDraft, removeStoredPageReport } from "../drafts/index-lazy.ts";
import { pageName, textsOfPage } from "./page-texts.ts";

const UNREADABLE =
  "The link to report a page could not be read. Please press Report Bug and describe the page yourself.";
const WOULD_REPLACE =
  "You have begun another report, which this one would replace. Please submit that report or discard it first.";

// The next person at this computer must not read where the last one was.
onUserLeft(removeStoredPageReport);

interface PageReportOfferProps {
  user: User;
  openForm: (type: IssueType) => void;
}

/**
 * Opens the bug form with what `report.js` has said of a page. If the member has begun another report, it offers to do
 * so later. Nothing is sent before the member submits the form.
 */
export function PageReportOffer({ user, openForm }: PageReportOfferProps) {
  const [page, setPage] = useState(() => parsePageReport(readStoredPageReport() ?? ""));
  const [isWaiting, setIsWaiting] = useState(false);

  const remove = () => {
    removeStoredPageReport();
    setPage(null);
  };
  const discard = () => {
    remove();
    // The pressed button disappears and would lose the focus.
    focusListHeading();
  };
  const begin = async (): Promise<boolean> => {
    if (page === null || !(await beginPageDraft(user.id, page, textsOfPage(page)))) return false;
    remove();
    openForm("bug");
    return true;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => {
    if (page !== null) void begin().then((hasBegun) => setIsWaiting(!hasBegun));
    else {
      removeStoredPageReport();
      announce(UNREADABLE);
    }
  }, []);

  if (page === null || !isWaiting) return null;
  return (
    <Notice
      kind="info"
      className="mt-4 max-sm:mb-3"
      action={
        <div className="flex gap-2">
          <Button size="sm" variant="primary" onClick={async () => (await begin()) || announce(WOULD_REPLACE)}>
            Report this page
          </Button>
          <Button size="sm" onClick={discard}>
            Do not report it
          </Button>
        </div>
      }
    >
      <span>{"Report the page "}</span>
      <bdi className="wrap-anywhere">{pageName(page)}</bdi>
      <span>? You have begun another report, which stays as it is: submit or discard it first.</span>
    </Notice>
  );
}
