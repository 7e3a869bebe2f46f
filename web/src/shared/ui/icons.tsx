import type { ComponentProps, ReactElement } from "react";
import type { IconName } from "./icon-names.ts";

/** An icon in the colour of the text around it. Set its size by `className` and hide it from screen readers by `aria-hidden`. */
export type Icon = (props: ComponentProps<"span">) => ReactElement;

/** Makes an icon of one element, whose shape is in the stylesheet: SVG would add thousands of elements to a long list. */
export function icon(name: IconName): Icon {
  return ({ className = "", ...rest }) => <span className={`icon icon-${name} ${className}`} {...rest} />;
}

export const ArrowLeft = icon("arrow-left");
export const ArrowRight = icon("arrow-right");
export const ArrowUp = icon("arrow-up");
export const BookOpen = icon("book-open");
export const Bug = icon("bug");
export const ChevronDown = icon("chevron-down");
export const ChevronLeft = icon("chevron-left");
export const ChevronRight = icon("chevron-right");
export const CircleExclamationPoint = icon("circle-exclamation-point");
export const CircleCheck = icon("circle-check");
export const CircleDot = icon("circle-dot");
export const CircleDotDashed = icon("circle-dot-dashed");
export const CircleUserRound = icon("circle-user-round");
export const ExternalLink = icon("external-link");
export const Info = icon("info");
export const Lightbulb = icon("lightbulb");
export const LoaderCircle = icon("loader-circle");
export const LogOut = icon("log-out");
export const Moon = icon("moon");
export const RotateCw = icon("rotate-cw");
export const Search = icon("search");
export const SearchX = icon("search-x");
export const Sun = icon("sun");
export const Trash = icon("trash");
export const X = icon("x");
