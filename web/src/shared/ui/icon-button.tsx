import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

/** Props of `IconButton`: `label` is the accessible name and the tooltip, the icon is the child. */
export interface IconButtonProps extends ComponentProps<"button"> {
  label: string;
}

export function IconButton({ label, className, ...rest }: IconButtonProps) {
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
      {...rest}
    />
  );
}
