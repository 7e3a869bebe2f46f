import { formatCount } from "@logbook/domain";
import { chooseFile } from "../../shared/browser/save-stream.ts";
import { DownloadDialog } from "../../shared/download/download-dialog.tsx";
import type { DownloadTask } from "../../shared/download/run-calls.ts";
import { type ArchiveContent, makeArchive } from "./make-archive.ts";

export function OwnDataDialog({ close }: { close: () => void }) {
  return (
    <DownloadDialog
      title="Download my data"
      description="One archive (.zip) with all that the logbook has of you: your account, the reports and amendments that you wrote, with your edits and files, your votes, the bugs that you see too, your answers whether a report is fixed, the reports that you follow, and your saved views."
      startLabel="Download"
      run={downloadOwnData}
      close={close}
    />
  );
}

async function downloadOwnData(task: DownloadTask): Promise<string | null> {
  const save = await chooseFile(`logbook-my-data-${new Date().toISOString().slice(0, 10)}.zip`);
  if (save === null) return null;
  const { stream, content } = makeArchive(task);
  await save(stream, task.signal);
  return summaryOf(content);
}

function summaryOf({ reports, files, missingFiles }: ArchiveContent): string {
  const count = (number: number, noun: string) => `${formatCount(number)} ${noun}${number === 1 ? "" : "s"}`;
  const summary = `The archive has your texts in ${count(reports, "report")}, and ${count(files, "file")}.`;
  if (missingFiles.length === 0) return summary;
  return `${summary} ${count(missingFiles.length, "file")} could not be found; data.json names them under missingFiles.`;
}
