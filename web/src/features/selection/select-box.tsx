import type { Issue } from "@logbook/domain";
import { useLayoutEffect, useRef } from "react";
import { useStore } from "../../shared/store/store.ts";
import { NO_SELECTION, registerShown, selection, toggleSelected } from "./selection.ts";

/** An admin's box to select a report, to change many at once. With Shift it selects all from the last box on. */
export function SelectBox({ report, titleId }: { report: Issue; titleId: string }) {
  const isSelected = useStore(selection, NO_SELECTION).has(report.id);
  const box = useRef<HTMLInputElement>(null);
  // Layout effects: a click that comes while the page hydrates must find the report, and not untick the box.
  useLayoutEffect(() => registerShown(report), [report]);
  useLayoutEffect(() => {
    // The user has ticked the box before hydration, which keeps it ticked.
    if (box.current?.checked && !selection.get().has(report.id)) toggleSelected(report.id, false);
  }, [report.id]);
  return (
    <label className="card-select print:hidden">
      <input
        ref={box}
        type="checkbox"
        data-shortcut="x"
        className="size-4.5 accent-accent"
        aria-label="Select"
        aria-describedby={titleId}
        checked={isSelected}
        // React calls this for the `click` event, also if a key has caused it.
        onChange={({ nativeEvent }) => toggleSelected(report.id, (nativeEvent as MouseEvent).shiftKey)}
      />
    </label>
  );
}
