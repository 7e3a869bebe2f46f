import type { ReactNode } from "react";
import { adviceAfterFailure, type LazyResource, useLazyResource } from "../shared/lazy/lazy-resource.ts";
import { RetryButton } from "../shared/ui/button.tsx";
import { ErrorScreen, ReloadButton } from "../shared/ui/error-boundary.tsx";

/** A whole screen whose code is loaded lazily. Shows an empty header while loading, and an error after a failure. */
export function LazyScreen<T>({ code, children }: { code: LazyResource<T>; children: (code: T) => ReactNode }) {
  const screen = useLazyResource(code);
  if (screen.kind === "loading") return <div className="cover h-16" />;
  if (screen.kind === "loaded") return children(screen.code);
  return (
    <ErrorScreen title="This page could not be loaded" advice={adviceAfterFailure(screen)}>
      <RetryButton size="md" variant="primary" busy={screen.isRetrying} onClick={code.load} />
      {/* A new version of the page may have replaced the files of this version, so only reloading helps. */}
      {screen.mayBeOutdated && <ReloadButton />}
    </ErrorScreen>
  );
}
