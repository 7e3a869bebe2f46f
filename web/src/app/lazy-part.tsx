import { type ReactNode, Suspense } from "react";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";

/**
 * A part of the page whose code comes when it is wanted; `fallback` stands there until then. When it cannot be had, a
 * notice says so in its place, and all else stays as it is, what was typed above all.
 */
export function LazyPart({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  return (
    <ErrorBoundary instead={<NoPart />}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function NoPart() {
  return (
    <Notice
      kind="error"
      className="order-last w-full"
      action={
        <Button size="sm" onClick={() => location.reload()}>
          Reload
        </Button>
      }
    >
      This part of the page could not be loaded. There may be a new version of the logbook. Please reload the page.
    </Notice>
  );
}
