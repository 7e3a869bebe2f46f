import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";

const CONTROL_CLASSES =
  "block w-full min-w-0 border-line text-base text-ink placeholder:text-soft placeholder:opacity-100 " +
  "aria-invalid:border-red focus-visible:outline-offset-0";

// `:read-only` matches each `<select>`, but a `<select>` must not look read-only.
const LOOKS = {
  box: `${CONTROL_CLASSES} rounded-md border bg-sheet px-3 read-only:not-[select]:bg-sunken aria-disabled:bg-sunken aria-invalid:ring-1 aria-invalid:ring-red`,
  line: `${CONTROL_CLASSES} border-0 border-b bg-transparent px-2`,
} as const;

export function TextInput({ className, ...props }: ComponentProps<"input">) {
  return <input type="text" dir="auto" className={cx(LOOKS.box, "min-h-11 py-1 sm:min-h-10", className)} {...props} />;
}

/** A multi-line input that grows with its text. */
export function TextArea({
  className,
  rows = 3,
  look = "box",
  ...props
}: ComponentProps<"textarea"> & { look?: keyof typeof LOOKS }) {
  return (
    <textarea
      dir="auto"
      rows={rows}
      className={cx(
        LOOKS[look],
        "field-sizing-content max-h-96 py-2",
        look === "box" ? "min-h-11 resize-y" : "min-h-10 resize-none",
        className,
      )}
      {...props}
    />
  );
}

export function NativeSelect({ className, children, ...props }: ComponentProps<"select">) {
  return (
    <span className="relative block">
      <select
        className={cx(LOOKS.box, "min-h-11 appearance-none truncate py-1 pr-9 sm:min-h-10", className)}
        {...props}
      >
        {children}
      </select>
      <Icon
        name="chevron-down"
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-soft"
      />
    </span>
  );
}
