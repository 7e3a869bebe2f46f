import { cx } from "./cx.ts";

/** A progress bar for a `value` from 0 to 1; `label` is its accessible name. */
export function Progress({ value, label, className }: { value: number; label: string; className?: string }) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={cx("h-2 overflow-hidden rounded-sm border border-line bg-sunken", className)}
    >
      <div className="h-full bg-accent motion-safe:transition-[width]" style={{ width: `${percent}%` }} />
    </div>
  );
}
