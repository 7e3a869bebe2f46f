import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import {
  adviceFor,
  type LazyResource,
  type LoadFailure,
  useLazyResource,
  useRetryOnline,
} from "../lazy/lazy-resource.ts";
import { ErrorBoundary, ReloadButton } from "./error-boundary.tsx";
import { Notice } from "./notice.tsx";
import { RetryButton } from "./retry-button.tsx";

/** Props of `LazyPart`. */
export interface LazyPartProps<T> extends Omit<FailedPartProps, "failure" | "retry"> {
  code: LazyResource<T>;
  /** Stands in its place until the code is there. */
  fallback?: ReactNode;
  children: (code: T) => ReactNode;
}

/**
 * A part of the page whose code comes when it is wanted. When it cannot be had, a notice says so in its place, and all
 * else stays as it is, what was typed above all.
 */
export function LazyPart<T>({ code, fallback = null, modal = false, className, children }: LazyPartProps<T>) {
  const part = useLazyResource(code, true);
  const [held, setHeld] = useState(false);
  const hasFailed = part.kind === "failed" && !part.isRetrying;
  if (modal && hasFailed && !held) setHeld(true);
  const retry = () => {
    setHeld(false);
    code.load();
  };
  if (part.kind === "failed" || held)
    return <FailedPart failure={part.kind === "failed" ? part : FAILED_ONCE} {...{ retry, modal, className }} />;
  if (part.kind === "loading") return fallback;
  return <ErrorBoundary fallback={<BrokenPart />}>{children(part.code)}</ErrorBoundary>;
}

const FAILED_ONCE: LoadFailure = { kind: "failed", isRetrying: false, mayBeOutdated: false };

interface FailedPartProps {
  failure: LoadFailure;
  retry: () => void;
  /** Whether the part takes the focus: then it comes only by its own Retry, since the person may be typing by then. */
  modal?: boolean;
  className?: string | undefined;
}

/** Stands in the place of a part whose code could not be loaded, until it can. */
export function FailedPart({ failure, retry, modal = false, className = "order-last w-full" }: FailedPartProps) {
  useRetryOnline(retry, !modal);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = place.current;
    const opener = document.activeElement;
    return () => {
      // The button goes away with the failure; the focus must not.
      if (element?.contains(document.activeElement) && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <div ref={place} className={className}>
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
        This part of the page could not be loaded. {adviceFor(failure)}
      </Notice>
    </div>
  );
}

function BrokenPart() {
  return (
    <Notice kind="error" className="order-last w-full" action={<ReloadButton size="sm" />}>
      This part of the page could not be shown. Please reload the page.
    </Notice>
  );
}
