import type { ReactNode } from "react";

/**
 * Puts a text into an element of its own; returns other children as they are. For components that render `children`
 * beside other elements: React could not find a text there after a translator has moved it (decision 55).
 */
export const ownElement = (children: ReactNode): ReactNode =>
  typeof children === "string" || typeof children === "number" ? <span>{children}</span> : children;
