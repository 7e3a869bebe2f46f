import { type ReactNode, useEffect, useRef } from "react";
import { clearPlainMessage } from "./announcer.tsx";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";

const KINDS = {
  info: { role: "status", icon: "info", look: "border-blue text-blue bg-blue-soft" },
  error: { role: "alert", icon: "circle-exclamation-point", look: "border-red text-red bg-red-soft" },
} as const;

/** Props of `Notice`. Screen readers announce `children`, but not the `action` beside them. */
export interface NoticeProps {
  kind: keyof typeof KINDS;
  id?: string;
  className?: string;
  children: ReactNode;
  action?: ReactNode;
}

/** A message in the page; an error has the role `alert`, an info the role `status`. */
export function Notice({ kind, id, className, children, action }: NoticeProps) {
  const { role, icon, look } = KINDS[kind];
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // An error removes the last success message, unless the error is inside a closed form.
    if (kind === "error" && notice.current?.checkVisibility()) clearPlainMessage();
  }, [kind]);
  return (
    <div
      ref={notice}
      className={cx("flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border-l-4 px-3 py-2", look, className)}
    >
      <div className="flex min-w-0 flex-1 basis-48 items-start gap-2">
        <Icon name={icon} className="mt-0.5 size-5 shrink-0" />
        <div role={role} id={id} className="min-w-0 font-medium text-sm leading-6">
          {children}
        </div>
      </div>
      {action}
    </div>
  );
}
