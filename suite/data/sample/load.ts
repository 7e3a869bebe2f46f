import { SAMPLE_ACCOUNTS, type SampleName } from "./accounts.ts";
import { SAMPLE_REPORTS, type SampleReport } from "./reports.ts";
import { registerMember, type SampleMember } from "./sample-member.ts";
import { statusPath } from "./status-path.ts";

/**
 * Fills an empty suite as people would: registered through the API, files uploaded and reports filed, moved along and
 * amended with each person's own token, so that the rules have judged all of it. `note` is told how far it is.
 */
export async function loadSampleData(env: Record<string, string>, note: (news: string) => void): Promise<void> {
  const callers = {} as Record<SampleName, SampleMember>;
  for (const person of SAMPLE_ACCOUNTS) callers[person.username] = await registerMember(env, person);
  for (const [index, report] of SAMPLE_REPORTS.entries()) {
    note(`${index + 1} of ${SAMPLE_REPORTS.length} reports`);
    await addReport(report, callers, callers.ada);
  }
}

async function addReport(
  report: SampleReport,
  callers: Record<SampleName, SampleMember>,
  admin: SampleMember,
): Promise<void> {
  const { by, type, title, description, priority, details, files = [], status, amendments = [] } = report;
  const id = await callers[by].fileReport({ type, title, description, priority, ...details }, files);
  for (const [name, text] of amendments) await callers[name].amend(id, text);
  if (status !== undefined) for (const next of statusPath(type, status)) await admin.step(id, next);
}
