import { firstStatus, type IssueType, STATUS_CYCLES, type Status } from "@logbook/domain";

/** The fewest steps from a type's first status to `target`, forwards or backwards along the cycle. */
export function statusPath(type: IssueType, target: Status): Status[] {
  const cycle = STATUS_CYCLES[type];
  const index = cycle.indexOf(target);
  if (index < 0) throw new Error(`No ${type} is ever ${target}.`);
  if (target === firstStatus(type)) return [];
  const forwards = cycle.slice(1, index + 1);
  const backwards = cycle.slice(index).toReversed();
  return forwards.length <= backwards.length ? forwards : backwards;
}
