import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

export function Card({ className, ...props }: ComponentProps<"div">) {
  return <div className={cx("rounded-md border border-rule bg-sheet shadow-sheet", className)} {...props} />;
}
