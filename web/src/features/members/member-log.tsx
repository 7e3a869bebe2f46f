import type { WireMemberAct } from "@logbook/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { unwrap } from "../../shared/api/result.ts";
import { PagedList } from "../../shared/paged-list/paged-list.tsx";
import { readPageNumber } from "../../shared/paged-list/read-page-number.ts";
import { useScreenHeading } from "../../shared/screens/use-screen-heading.ts";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { Card } from "../../shared/ui/card.tsx";
import { PageLink } from "../../shared/ui/links.tsx";
import { listActs } from "./api.ts";
import { ADMISSION_LABELS } from "./labels.ts";

/** The parameter of `/members` that shows the log instead of the members. */
export const LOG_PARAMETER = "log";

/** What admins have done to members: who, what and when. Nobody can change it. */
export function MemberLog() {
  const heading = useScreenHeading("Log of acts");
  const [params, setParams] = useSearchParams();
  const page = readPageNumber(params);
  const query = useQuery({
    queryKey: ["members", LOG_PARAMETER, page],
    queryFn: ({ signal }) => unwrap(listActs(page, signal)),
    placeholderData: keepPreviousData,
    // Other admins act, too.
    staleTime: 0,
    meta: { failure: "Failed to load the log:" },
  });
  const goToPage = (number: number) =>
    setParams({ [LOG_PARAMETER]: "", ...(number !== 1 && { page: String(number) }) }, { preventScrollReset: true });
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h1 ref={heading} tabIndex={-1} className="mr-auto font-semibold font-serif text-2xl">
          Log of acts
        </h1>
        <PageLink href="/members" className="text-accent text-sm underline underline-offset-4">
          Back to the list
        </PageLink>
      </div>
      <p className="mt-1 text-soft">What admins have done to members. Nobody can change this list.</p>
      <PagedList query={query} name="acts" goToPage={goToPage} empty={<EmptyLog />}>
        {({ acts }) =>
          acts.map((act) => (
            <li key={act.id} className="overflow-clip px-4 py-3 sm:px-5">
              <p className="break-words">{sentenceOf(act)}</p>
              {act.word !== undefined && (
                <p dir="auto" className="break-words text-soft">
                  {`“${act.word}”`}
                </p>
              )}
              <p className="text-soft text-sm">
                <TimeAgo at={act.at} />
              </p>
            </li>
          ))
        }
      </PagedList>
    </>
  );
}

function EmptyLog() {
  return (
    <Card className="mt-4 px-6 py-12 text-center">
      <p className="text-soft">No admin has changed anything yet.</p>
    </Card>
  );
}

/** The act as a sentence. A name is unknown if the member is gone; a command has no name either. */
function sentenceOf(act: WireMemberAct): string {
  const by = act.by || "Somebody who is no member any more, or the admin command,";
  const member = act.member || "a former member";
  switch (act.kind) {
    case "granted":
      return `${by} made ${member} an admin.`;
    case "revoked":
      return `${by} removed ${member} as admin.`;
    case "disabled":
      return `${by} disabled ${member}.`;
    case "enabled":
      return `${by} enabled ${member}.`;
    case "accepted":
      return `${by} let ${member} in.`;
    case "refused":
      return `${by} refused ${member}.`;
    case "link-made":
      return `${by} made a password link for ${member}.`;
    case "link-used":
      return `${member} set a new password with a link.`;
    case "admission":
      return `${by} changed who can join: ${(act.to === undefined ? "" : ADMISSION_LABELS[act.to]).toLowerCase()}.`;
    case "titles-shown":
      return `${by} had the chat get titles of reports.`;
    case "titles-hidden":
      return `${by} took the titles of reports out of the chat.`;
  }
}
