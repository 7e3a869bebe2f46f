import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import type { IconName } from "./icon-names.ts";

/** Text and background colours. Colour is never the only sign: a badge has a word and usually an icon. */
const TONES = {
  neutral: "bg-sunken text-soft",
  accent: "bg-accent-soft text-accent",
  red: "bg-red-soft text-red",
  orange: "bg-orange-soft text-orange",
  amber: "bg-amber-soft text-amber",
  green: "bg-green-soft text-green",
  teal: "bg-teal-soft text-teal",
  blue: "bg-blue-soft text-blue",
  violet: "bg-violet-soft text-violet",
} as const;
export type Tone = keyof typeof TONES;

interface BadgeProps {
  tone?: Tone;
  icon?: IconName;
  className?: string;
  children: ReactNode;
}

export function Badge({ tone = "neutral", icon, className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1.5 rounded-sm px-2 py-0.5 font-semibold text-xs",
        icon && `icon-before icon-${icon} before:size-3.5`,
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

/** Marks a report or an amendment whose author was an admin. */
export function AdminMark({ byAdmin }: { byAdmin?: true | undefined }) {
  return byAdmin && <Badge tone="accent">Admin</Badge>;
}
