import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

/** A sheet of paper; props of `<div>`. Give `p-*` by class. */
export function Card({ className, ...rest }: ComponentProps<"div">) {
  return <div className={cx("rounded-md border border-rule bg-sheet shadow-sheet", className)} {...rest} />;
}
