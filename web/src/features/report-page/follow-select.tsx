import { FOLLOW_LABELS, FOLLOW_MODES, type FollowMode, type Issue, type User } from "@logbook/domain";
import { useId } from "react";
import { failureText } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { setFollowMode } from "../../shared/news/change-news.ts";
import { useNews } from "../../shared/news/news.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";
import { NativeSelect } from "../../shared/ui/inputs.tsx";

interface FollowSelectProps {
  report: Issue;
  followers: number;
  user: User;
}

/** Lets the user choose which changes of a report become news, and shows how many members follow the report. */
export function FollowSelect({ report, followers, user }: FollowSelectProps) {
  const id = useId();
  const { news } = useNews();
  const change = useAction(async (mode: FollowMode) => {
    const say = createAnnouncer();
    try {
      await setFollowMode(report.id, mode);
      say(CONFIRMATIONS[mode]);
    } catch (error) {
      say(`You follow this report as before. ${failureText(error)}`);
      throw error;
    }
  });
  if (news === null) return null;
  const mode = news.following[report.id] ?? (isAuthor(report, user) ? "all" : "none");
  return (
    <div className="flex items-center gap-2 text-soft text-sm">
      <label htmlFor={id}>News of</label>
      <NativeSelect
        id={id}
        className="text-sm"
        value={change.pending ?? mode}
        aria-disabled={change.isPending}
        onChange={({ target }) => change.run(target.value as FollowMode)}
      >
        {FOLLOW_MODES.map((option) => (
          <option key={option} value={option}>
            {FOLLOW_LABELS[option]}
          </option>
        ))}
      </NativeSelect>
      {followers > 0 && <span>{followers === 1 ? "1 follower" : `${followers} followers`}</span>}
    </div>
  );
}

const CONFIRMATIONS: Record<FollowMode, string> = {
  all: "You get news of every change of this report.",
  status: "You get news of this report's status only.",
  none: "You get no more news of this report.",
};

/** Whether the user has filed or amended the report. They follow it, but a trigger stores this some seconds later. */
function isAuthor({ reporter, amendments }: Issue, { username }: User): boolean {
  return reporter === username || amendments.some(({ createdBy }) => createdBy === username);
}
