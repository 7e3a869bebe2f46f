import { firstStatus, type IssueType, STATUS_CYCLES, type Status } from "@logbook/domain";
import type { ShowProgress } from "../../command-line/progress.mjs";
import { SAMPLE_ACCOUNTS, type SampleName } from "./accounts.ts";
import { SAMPLE_REPORTS, type SampleReport } from "./reports.ts";
import { registerMember, type SampleMember } from "./sample-member.ts";

// The news is marked as seen before the last reports are created, so that only these can be unread news.
const UNSEEN_REPORTS = 4;

/** Loads the sample data into the empty suite with these addresses. Members write as themselves, so the rules apply. */
export async function loadSampleData(env: Record<string, string>, showProgress: ShowProgress): Promise<void> {
  const members = {} as Record<SampleName, SampleMember>;
  for (const account of SAMPLE_ACCOUNTS) members[account.username] = await registerMember(env, account);
  const idsByTitle = new Map<string, string>();
  for (const [index, report] of SAMPLE_REPORTS.entries()) {
    showProgress(`${index + 1} of ${SAMPLE_REPORTS.length} reports`);
    if (index === SAMPLE_REPORTS.length - UNSEEN_REPORTS)
      for (const member of Object.values(members)) await member.markNewsSeen();
    await addReport(report, members, idsByTitle);
  }
}

async function addReport(
  report: SampleReport,
  members: Record<SampleName, SampleMember>,
  idsByTitle: Map<string, string>,
): Promise<void> {
  const {
    reporter,
    type,
    title,
    description,
    priority,
    details,
    files = [],
    status,
    amendments = [],
    closing,
  } = report;
  const id = await members[reporter].createReport({ type, title, description, priority, ...details }, files);
  for (const [name, text] of amendments) await members[name].amend(id, text);
  idsByTitle.set(title, id);
  // Only ada is an admin.
  if (status !== undefined) for (const step of statusPath(type, status)) await members.ada.setStatus(id, step);
  if (closing === undefined) return;
  const isDuplicate = "duplicateOf" in closing;
  const body = isDuplicate ? { reason: "duplicate", of: idsByTitle.get(closing.duplicateOf)! } : closing;
  await members.ada.closeReport(id, body);
}

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
