import type { IconName } from "./icon-names.ts";

/**
 * A decorative icon in the colour of the text around it; `className` sets its size. The icon is one element with its
 * shape in the stylesheet: SVG would add thousands of elements to a long list.
 */
export function Icon({ name, className }: { name: IconName; className: string }) {
  return <span className={`icon icon-${name} ${className}`} aria-hidden="true" />;
}
