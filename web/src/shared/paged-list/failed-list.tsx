import type { ReactNode } from "react";
import { failureText } from "../api/result.ts";
import { RetryButton } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { Notice } from "../ui/notice.tsx";

interface FailedListProps {
  /** The plural of the listed things, as in 'The members could not be loaded.' */
  name: string;
  error: Error;
  busy: boolean;
  retry: () => void;
  children?: ReactNode;
}

/** Says that a list could not be loaded, and why. Section 8 requires only a log entry, which the query writes. */
export function FailedList({ name, error, busy, retry, children }: FailedListProps) {
  return (
    <Notice
      kind="error"
      className="mt-4"
      action={
        <RetryButton busy={busy} onClick={retry}>
          {!busy && <Icon name="rotate-cw" className="size-4" />}
        </RetryButton>
      }
    >
      <span>{`The ${name} could not be loaded. ${failureText(error)} `}</span>
      {children && <span>{children}</span>}
    </Notice>
  );
}
