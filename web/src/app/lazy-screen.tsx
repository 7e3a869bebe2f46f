import type { ReactNode } from "react";
import {
  adviceFor,
  type LazyResource,
  type LoadFailure,
  useLazyResource,
  useRetryOnline,
} from "../shared/lazy/lazy-resource.ts";
import { RetryButton } from "../shared/ui/button.tsx";
import { ErrorScreen, ReloadButton } from "../shared/ui/error-boundary.tsx";

/** A whole screen whose code is loaded lazily, with its loading and failed states. */
export function LazyScreen<T>({ code, children }: { code: LazyResource<T>; children: (code: T) => ReactNode }) {
  const screen = useLazyResource(code, true);
  if (screen.kind === "loading") return <div className="cover h-16" />;
  if (screen.kind === "failed") return <FailedScreen failure={screen} retry={code.load} />;
  return children(screen.code);
}

function FailedScreen({ failure, retry }: { failure: LoadFailure; retry: () => void }) {
  useRetryOnline(retry, true);
  return (
    <ErrorScreen title="This page could not be loaded" advice={adviceFor(failure)}>
      <RetryButton size="md" variant="primary" busy={failure.isRetrying} onClick={retry} />
      {failure.mayBeOutdated && <ReloadButton />}
    </ErrorScreen>
  );
}
