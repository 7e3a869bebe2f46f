import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

/** A button with an icon as its child; `label` is its accessible name and its tooltip. */
export function IconButton({ label, className, ...props }: ComponentProps<"button"> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      className={cx(
        "inline-grid size-11 shrink-0 place-items-center rounded-md motion-safe:transition-colors hover:bg-accent-soft hover:text-accent sm:size-9",
        "disabled:cursor-not-allowed disabled:opacity-40",
        className,
      )}
      {...props}
    />
  );
}
