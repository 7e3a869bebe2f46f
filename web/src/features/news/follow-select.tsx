import { FOLLOW_LABELS, FOLLOW_MODES, type FollowMode, type Issue } from "@logbook/domain";
import { useId } from "react";
import { failureText } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";
import { NativeSelect } from "../../shared/ui/inputs.tsx";
import { setFollowMode } from "./change-news.ts";
import { followModeIn, useNews } from "./news.ts";

/** Lets the user choose which changes of a report become news, and shows how many members follow the report. */
export function FollowSelect({ report, followerCount }: { report: Issue; followerCount: number }) {
  const selectId = useId();
  const { news } = useNews();
  const modeChange = useAction(async (mode: FollowMode) => {
    // Announces nothing if the user signs out meanwhile.
    const announceResult = createAnnouncer();
    try {
      await setFollowMode(report.id, mode);
      announceResult(CONFIRMATIONS[mode]);
    } catch (error) {
      announceResult(`You follow this report as before. ${failureText(error)}`);
    }
  });
  if (news === null) return null;
  const mode = followModeIn(news, report.id);
  return (
    <div className="flex items-center gap-2 text-soft text-sm">
      <label htmlFor={selectId}>News of</label>
      <NativeSelect
        id={selectId}
        className="text-sm"
        value={modeChange.pending ?? mode}
        aria-disabled={modeChange.isPending}
        onChange={({ target }) => modeChange.run(target.value as FollowMode)}
      >
        {FOLLOW_MODES.map((option) => (
          <option key={option} value={option}>
            {FOLLOW_LABELS[option]}
          </option>
        ))}
      </NativeSelect>
      {followerCount > 0 && <span>{followerCount === 1 ? "1 follower" : `${followerCount} followers`}</span>}
    </div>
  );
}

const CONFIRMATIONS: Record<FollowMode, string> = {
  all: "You get news of every change of this report.",
  status: "You get news of this report's status only.",
  none: "You get no more news of this report.",
};
