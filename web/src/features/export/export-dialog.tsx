import { useState } from "react";
import { DownloadDialog } from "../../shared/download/download-dialog.tsx";
import type { ListView } from "../list/index.ts";
import { exportList, type FormatName } from "./export-list.ts";

const CHOICES: readonly { name: FormatName; label: string; hint: string }[] = [
  { name: "csv", label: "CSV", hint: "A table for a spreadsheet, one row for each report." },
  { name: "json", label: "JSON", hint: "For programs: every field, with each amendment on its own." },
];

export function ExportDialog({ view, close }: { view: ListView; close: () => void }) {
  const [format, setFormat] = useState<FormatName>("csv");
  return (
    <DownloadDialog
      title="Export the list"
      description="All pages of the list, as filtered and sorted now, with complete texts, amendments and numbers of votes. Attachments are named, but not in the file."
      startLabel="Export"
      run={(task) => exportList(view, format, task)}
      close={close}
    >
      <fieldset>
        <legend className="font-semibold text-sm">Format</legend>
        <div className="mt-1 grid gap-1">
          {CHOICES.map(({ name, label, hint }) => (
            <label key={name} className="flex min-h-11 items-start gap-3 py-1.5">
              <input
                type="radio"
                name="format"
                value={name}
                checked={format === name}
                className="mt-1 size-4 shrink-0 accent-accent"
                onChange={() => setFormat(name)}
              />
              <span>
                <span className="block font-medium">{label}</span>
                <span className="block text-soft text-sm">{hint}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    </DownloadDialog>
  );
}
