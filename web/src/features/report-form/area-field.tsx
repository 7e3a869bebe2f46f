import { areaOfPage, NO_AREA, trimAddress, withScheme } from "@logbook/domain";
import { useWatch } from "react-hook-form";
import { useAreas } from "../../shared/areas/areas-context.ts";
import { Field } from "../../shared/ui/field.tsx";
import { NativeSelect } from "../../shared/ui/inputs.tsx";
import type { FieldProps } from "./report-fields.tsx";

/**
 * The area of a new report. Until somebody chooses one, it is that of the website address, as the API will see it.
 * Shows nothing if the website has no areas.
 */
export function AreaField({ form, isLocked }: FieldProps) {
  const areas = useAreas();
  const [chosen, websiteUrl] = useWatch({ control: form.control, name: ["area", "websiteUrl"] });
  if (areas.length === 0) return null;
  const isAutomatic = chosen === "";
  const fitting = isAutomatic ? areaOfPage(areas, withScheme(trimAddress(websiteUrl)))?.id : undefined;
  // An area may have been deleted since it was chosen.
  const known = areas.some(({ id }) => id === chosen) ? chosen : NO_AREA;
  return (
    <Field
      label="Area"
      hint={isAutomatic ? "The part of the website it is about. A website address chooses it by itself." : undefined}
    >
      {(fieldProps) => (
        <NativeSelect
          {...fieldProps}
          value={fitting ?? known}
          aria-disabled={isLocked || undefined}
          onChange={({ target }) => form.setValue("area", target.value, { shouldDirty: true })}
        >
          <option value={NO_AREA} disabled={isLocked}>
            None
          </option>
          {areas.map(({ id, name }) => (
            <option key={id} value={id} disabled={isLocked}>
              {name}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}
