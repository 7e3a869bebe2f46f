import type { ComponentProps, KeyboardEvent, MouseEvent } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";
import { ownElement } from "./own-element.tsx";

const VARIANTS = {
  primary: "border-transparent bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border-line bg-sheet text-ink hover:bg-sunken hover:border-accent",
  soft: "border-transparent bg-accent-soft text-accent-strong hover:bg-accent hover:text-on-accent",
  ghost: "border-transparent bg-transparent text-accent hover:bg-accent-soft",
  danger: "border-red bg-sheet text-red hover:bg-red-soft",
} as const;

const SIZES = {
  md: "min-h-11 px-4 text-base sm:min-h-10",
  sm: "min-h-10 px-3 text-sm sm:min-h-8",
} as const;

/** Props of `Button`: all props of `<button>`, and these. `type` is `button` by default. */
export interface ButtonProps extends ComponentProps<"button"> {
  variant?: keyof typeof VARIANTS;
  size?: keyof typeof SIZES;
  /** While true, clicks do nothing. The button is not `disabled`, so that it keeps the focus. */
  busy?: boolean;
}

/** Ignores the key repeat of a held Enter: a button for a status step would make step after step. */
const ignoreKeyRepeat = (event: KeyboardEvent) => {
  if (event.repeat && event.key === "Enter") event.preventDefault();
};

export function Button({
  variant = "secondary",
  size = "md",
  busy,
  className,
  children,
  onClick,
  ...props
}: ButtonProps) {
  const clickUnlessBusy = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      className={cx(
        "inline-flex items-center justify-center gap-2 rounded-md border py-1 text-center font-semibold leading-tight motion-safe:transition-colors",
        "disabled:cursor-not-allowed disabled:border-rule disabled:bg-sunken disabled:text-soft",
        VARIANTS[variant],
        SIZES[size],
        className,
      )}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={clickUnlessBusy}
      onKeyDown={ignoreKeyRepeat}
      {...props}
    >
      {/* Without `busy` a text is the only child, so it needs no element of its own. */}
      {busy === undefined ? (
        children
      ) : (
        <>
          {busy && <Icon name="loader-circle" className="size-4 shrink-0 motion-safe:animate-spin" />}
          {ownElement(children)}
        </>
      )}
    </button>
  );
}

/** A button named 'Retry'. Screen readers also present its `subject`, if there is one; `children` is an icon. */
export function RetryButton({ subject, children, ...props }: ButtonProps & { subject?: string }) {
  return (
    <Button size="sm" aria-label={subject && `Retry ${subject}`} {...props}>
      {ownElement(children)}
      <span>Retry</span>
    </Button>
  );
}
