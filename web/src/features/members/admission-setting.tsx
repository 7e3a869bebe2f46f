import { ADMISSIONS, type Admission } from "@logbook/domain";
import { useQueryClient } from "@tanstack/react-query";
import { failureText, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { NativeSelect } from "../../shared/ui/inputs.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { changeAdmission } from "./api.ts";
import { ADMISSION_LABELS } from "./labels.ts";

/** The setting who comes in. */
export function AdmissionSetting({ admission }: { admission: Admission }) {
  const client = useQueryClient();
  const change = useAction(async (newAdmission: Admission) => {
    const announceResult = createAnnouncer();
    await unwrap(changeAdmission(newAdmission), "Failed to change who comes in:");
    await client.invalidateQueries({ queryKey: ["members"] });
    announceResult(`Who can join: ${ADMISSION_LABELS[newAdmission].toLowerCase()}.`);
  });
  return (
    <div className="max-w-md print:hidden">
      <Field label="Who can join">
        {(fieldProps) => (
          <NativeSelect
            {...fieldProps}
            value={change.pending ?? admission}
            aria-busy={change.isPending || undefined}
            onChange={({ target }) => {
              const newAdmission = ADMISSIONS.find((option) => option === target.value);
              if (newAdmission !== undefined && !change.isPending) change.run(newAdmission);
            }}
          >
            {ADMISSIONS.map((option) => (
              <option key={option} value={option}>
                {ADMISSION_LABELS[option]}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      {change.error !== null && (
        <Notice kind="error" className="mt-2">
          {`This was not changed. ${failureText(change.error)}`}
        </Notice>
      )}
    </div>
  );
}
