import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { adviceAfterFailure, type LazyResource, type LoadFailure, useLazyResource } from "../lazy/lazy-resource.ts";
import { RetryButton } from "./button.tsx";
import { ErrorBoundary, ReloadButton } from "./error-boundary.tsx";
import { Notice } from "./notice.tsx";

// In a row of buttons, the notice takes a line of its own below all buttons.
const LAST_LINE = "order-last w-full";

interface LazyPartProps<T> {
  code: LazyResource<T>;
  fallback?: ReactNode;
  /** Whether the part takes the focus. After a failure only a click shows the part: the user may be typing. */
  modal?: boolean;
  /** The class names of the notice after a failure. */
  className?: string;
  children: (code: T) => ReactNode;
}

/** A lazily loaded part of the page. If loading fails, a notice replaces the part, and the page stays usable. */
export function LazyPart<T>({ code, fallback, modal, className = LAST_LINE, children }: LazyPartProps<T>) {
  const state = useLazyResource(code);
  // A modal part waits for a click on Retry, even if the browser comes online and the code loads by itself.
  const [isWaitingForClick, setIsWaitingForClick] = useState(false);
  const hasFailed = state.kind === "failed" && !state.isRetrying;
  if (modal && hasFailed && !isWaitingForClick) setIsWaitingForClick(true);
  const retry = () => {
    setIsWaitingForClick(false);
    code.load();
  };
  if (state.kind === "failed" || isWaitingForClick) {
    const failure = state.kind === "failed" ? state : LOADED_AFTER_FAILURE;
    return <FailedPart failure={failure} retry={retry} className={className} />;
  }
  if (state.kind === "loading") return fallback;
  return <ErrorBoundary fallback={<BrokenPart />}>{children(state.code)}</ErrorBoundary>;
}

// The failure that the notice describes while a modal part waits for the click, although its code has loaded.
const LOADED_AFTER_FAILURE: LoadFailure = { kind: "failed", isRetrying: false, mayBeOutdated: false };

interface FailedPartProps {
  failure: LoadFailure;
  retry: () => void;
  className: string;
}

function FailedPart({ failure, retry, className }: FailedPartProps) {
  const container = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = container.current;
    const opener = document.activeElement;
    return () => {
      // The focused Retry button is about to be removed.
      if (element?.contains(document.activeElement) && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <div ref={container} className={className}>
      <Notice
        kind="error"
        className="print:hidden"
        action={
          <div className="flex gap-2">
            <RetryButton busy={failure.isRetrying} onClick={retry} />
            {failure.mayBeOutdated && <ReloadButton size="sm" />}
          </div>
        }
      >
        {`This part of the page could not be loaded. ${adviceAfterFailure(failure)}`}
      </Notice>
    </div>
  );
}

function BrokenPart() {
  return (
    <Notice kind="error" className={LAST_LINE} action={<ReloadButton size="sm" />}>
      This part of the page could not be shown. Please reload the page.
    </Notice>
  );
}
