import { FOLLOW_LABELS, FOLLOW_MODES, type FollowMode, type Issue } from "@logbook/domain";
import { useId } from "react";
import { useAction } from "../../shared/api/use-action.ts";
import { cx } from "../../shared/ui/cx.ts";
import { NativeSelect } from "../../shared/ui/inputs.tsx";
import { changeFollowMode } from "./change-news.ts";
import { followModeIn, useNews } from "./news.ts";

/** Lets the user choose which changes of a report become news, and shows how many members follow the report. */
export function FollowSelect({ report, followerCount }: { report: Issue; followerCount: number }) {
  const selectId = useId();
  const { news } = useNews();
  const modeChange = useAction((mode: FollowMode) => changeFollowMode(report.id, mode));
  const mode = followModeIn(news, report.id);
  return (
    // Without the news nobody sees it, but it has its place, so that nothing moves as the news arrive.
    <div className={cx("flex items-center gap-2 text-soft text-sm", news === null && "invisible")}>
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
