import { firstStatus, type IssueType, STATUS_CYCLES, type Status } from "@logbook/domain";

/** The fewest steps from a type's first status to `target`, forwards or backwards along the cycle. */
export function statusPath(type: IssueType, target: Status): Status[] {
  const cycle = STATUS_CYCLES[type];
  const at = cycle.indexOf(target);
  if (at < 0) throw new Error(`No ${type} is ever ${target}.`);
  const backwards = cycle.slice(at).toReversed();
  const forwards = cycle.slice(1, at + 1);
  return target === firstStatus(type) ? [] : forwards.length <= backwards.length ? forwards : backwards;
}
