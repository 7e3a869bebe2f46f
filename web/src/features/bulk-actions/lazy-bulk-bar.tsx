import { useState } from "react";
import { lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { useStore } from "../../shared/store/store.ts";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";
import { NO_SELECTION, selection } from "../selection/index.ts";
import type { BarProps } from "./bulk-bar.tsx";

const bulkBarCode = lazyResource(() => import("./bulk-bar.tsx"));

/** The bar for many reports at once. Its code loads when an admin selects the first report. */
export function LazyBulkBar(props: BarProps) {
  const hasSelection = useStore(selection, NO_SELECTION).size > 0;
  // The bar stays mounted without a selection: an action may be running.
  const [isNeeded, setIsNeeded] = useState(false);
  if (hasSelection && !isNeeded) setIsNeeded(true);
  return isNeeded && <LazyPart code={bulkBarCode}>{({ BulkBar }) => <BulkBar {...props} />}</LazyPart>;
}
