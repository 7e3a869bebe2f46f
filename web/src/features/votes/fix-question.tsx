import { asksIfFixed, type Issue, type User } from "@logbook/domain";
import { useEffect, useState } from "react";
import { lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { useStore } from "../../shared/store/store.ts";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";
import { asked as askedStore, NOTHING_ASKED, reloadVotes, sightings, votes } from "./load-votes.ts";
import { NO_MARKS } from "./use-mark.ts";

const fixAnswerCode = lazyResource(() => import("./fix-answer.tsx"));

interface QuestionProps {
  report: Issue;
  user: User;
  titleId: string;
}

/** The question 'Fixed for you?' with the user's answer, on a report that asks them. Others see nothing. */
export function FixQuestion({ report, user, titleId }: QuestionProps) {
  // A text that is being written stays if the report is reopened meanwhile.
  const [isWriting, setWriting] = useState(false);
  const answer = useFixAnswer(report, user);
  if (answer === undefined && !isWriting) return null;
  return (
    <LazyPart code={fixAnswerCode}>
      {({ FixAnswer }) => (
        <FixAnswer
          report={report}
          titleId={titleId}
          answer={answer ?? null}
          isWriting={isWriting}
          setWriting={setWriting}
        />
      )}
    </LazyPart>
  );
}

/** The user's answer, `null` if they have not answered, and `undefined` if the report does not ask them. */
function useFixAnswer(report: Issue, user: User): boolean | null | undefined {
  const { asked, asOf } = useStore(askedStore, NOTHING_ASKED);
  const hasVoted = useStore(votes.ids, NO_MARKS).has(report.id);
  const isSeen = useStore(sightings.ids, NO_MARKS).has(report.id);
  const asks = asksIfFixed(report);
  // The report may have been reopened and fixed again since: then the answers have begun anew.
  const isOutdated = asks && asOf !== null && report.updatedAt > asOf;
  useEffect(() => {
    if (isOutdated) void reloadVotes();
  }, [isOutdated]);
  if (!asks || asOf === null) return undefined;
  if (Object.hasOwn(asked, report.id)) return asked[report.id];
  return hasVoted || isSeen || report.reporter === user.username ? null : undefined;
}
