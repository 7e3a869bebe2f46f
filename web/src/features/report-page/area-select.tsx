import { type Issue, NO_AREA, type User, type WireIssue } from "@logbook/domain";
import { useId } from "react";
import { request } from "../../shared/api/http.ts";
import { failureOf, failureText, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { useAreas } from "../../shared/areas/areas-context.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";
import { NativeSelect } from "../../shared/ui/inputs.tsx";
import { reloadIssues } from "../after-write/index.ts";

/** Lets an admin correct the area of a report. */
export function AreaSelect({ report, user }: { report: Issue; user: User }) {
  const id = useId();
  const areas = useAreas();
  const correction = useAction((area: string) => correctArea(report, user, area, areas));
  if (areas.length === 0) return null;
  const area = correction.pending ?? report.area;
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-soft text-sm">
      <label htmlFor={id}>Area</label>
      <NativeSelect
        id={id}
        className="text-sm"
        // A report may have the id of a deleted area.
        value={areas.some((known) => known.id === area) ? area : NO_AREA}
        aria-disabled={correction.isPending}
        aria-describedby={correction.error === null ? undefined : `${id}-error`}
        onChange={({ target }) => {
          if (!correction.isPending) correction.run(target.value);
        }}
      >
        <option value={NO_AREA}>None</option>
        {areas.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </NativeSelect>
      {correction.error !== null && (
        <span role="alert" id={`${id}-error`} className="text-red">
          {`The area was not corrected. ${failureText(correction.error)}`}
        </span>
      )}
    </div>
  );
}

/** `PUT /api/issues/{id}/correction`: the area is corrected as title and priority are, which stay. Throws a failure. */
async function correctArea(report: Issue, user: User, area: string, areas: ReturnType<typeof useAreas>): Promise<void> {
  const announceResult = createAnnouncer();
  const { title, priority, editedAt = "" } = report;
  const body = { title, priority, area, from: editedAt, userId: user.id };
  const call = request<{ issue: WireIssue }>(`/api/issues/${report.id}/correction`, { method: "PUT", body });
  try {
    await unwrap(call, "Failed to correct the area:");
  } catch (error) {
    // Another admin was faster: the page shows what is stored now.
    if (failureOf(error)?.kind === "refused") await reloadIssues();
    throw error;
  }
  await reloadIssues();
  announceResult(`Area: ${areas.find(({ id }) => id === area)?.name ?? "None"}.`);
}
