import { TOOLTIP } from "@logbook/domain";
import { Tooltip } from "radix-ui";
import {
  type HTMLAttributes,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useState,
  useSyncExternalStore,
} from "react";
import { exactTime } from "../time/times.ts";

// The parts of a row that show only some of their text, or an icon in its place (styles/report-card.css).
const ROW_PARTS = "h3, .card-status, .card-area, .card-reporter, .card-assignee, button:not([data-tooltip])";
const ROW_PART_SELECTOR = `[data-layout~=rows] .report-card:not([data-open]) :is(${ROW_PARTS})`;
const TOOLTIP_SELECTOR = `[data-tooltip], time[datetime], ${ROW_PART_SELECTOR}`;

/** The keyboard's focus in a group in which the arrow keys move (features/keys/arrow-groups.ts). */
const ARROW_SELECTOR = "[data-arrows] :is(a, button)[tabindex]:focus-visible";
const ARROWS_HINT = "← → for the others";

interface TooltipTarget {
  element: HTMLElement;
  key: number;
}

/** Radix tooltips, only for elements that were pointed at or focused: other elements of a long list cost nothing. */
export function RadixTooltips() {
  const [targets, setTargets] = useState<readonly TooltipTarget[]>([]);
  useEffect(() => {
    const addTargetOf = (node: Element) => {
      const element = node.closest<HTMLElement>(`${TOOLTIP_SELECTOR}, ${ARROW_SELECTOR}`);
      if (element) setTargets((oldTargets) => withTarget(oldTargets, element));
    };
    // The user may have pointed at an element, or focused it, before this code was loaded.
    for (const node of document.querySelectorAll(`:is(${TOOLTIP_SELECTOR}):is(:hover, :focus)`)) addTargetOf(node);
    const controller = new AbortController();
    const addFromEvent = ({ target }: Event) => addTargetOf(target as Element);
    const options = { signal: controller.signal };
    addEventListener("pointerover", (event) => event.pointerType !== "touch" && addFromEvent(event), options);
    addEventListener("focusin", addFromEvent, options);
    return () => controller.abort();
  }, []);
  return (
    <Tooltip.Provider delayDuration={TOOLTIP.delayMs} skipDelayDuration={TOOLTIP.skipMs}>
      {targets.map(({ element, key }) => (
        <Tooltip.Root key={key}>
          <Tooltip.Trigger asChild>
            <ExistingTrigger element={element} />
          </Tooltip.Trigger>
          <Tooltip.Portal>
            <TooltipContent element={element} />
          </Tooltip.Portal>
        </Tooltip.Root>
      ))}
    </Tooltip.Provider>
  );
}

let lastKey = 0;

/** Adds the element to the targets, and removes targets that have left the page. */
function withTarget(targets: readonly TooltipTarget[], element: HTMLElement): readonly TooltipTarget[] {
  if (targets.some((target) => target.element === element)) return targets;
  return [...targets.filter((target) => target.element.isConnected), { element, key: ++lastKey }];
}

/** The tooltip with the element's current tooltip text. Renders nothing while there is no such text. */
function TooltipContent({ element }: { element: HTMLElement }) {
  // The tooltip of a mentioned report (`#142`) may get its text when it is already open.
  const subscribe = useCallback(
    (onChange: () => void) => {
      const observer = new MutationObserver(onChange);
      observer.observe(element, { attributeFilter: ["data-tooltip"] });
      return () => observer.disconnect();
    },
    [element],
  );
  const ownText = useSyncExternalStore(subscribe, () =>
    element instanceof HTMLTimeElement ? exactTime(element.dateTime) : tooltipText(element),
  );
  const text = [ownText, element.matches(ARROW_SELECTOR) && ARROWS_HINT].filter(Boolean).join(" · ");
  if (text === "") return null;
  return (
    <Tooltip.Content
      sideOffset={6}
      collisionPadding={8}
      className="z-50 max-w-xs rounded-sm bg-ink px-2 py-1 text-paper text-xs shadow-raised"
    >
      <span>{text}</span>
      <Tooltip.Arrow className="fill-ink" />
    </Tooltip.Content>
  );
}

/** The element's own tooltip or, in a row, its whole text, unless that can be read in full. */
function tooltipText(element: HTMLElement): string | undefined {
  if (!element.matches(ROW_PART_SELECTOR)) return element.dataset.tooltip;
  const isCut = [element, ...element.children].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  const isWholeText = element.matches("h3, .card-status") && !isCut;
  return isWholeText ? undefined : [...element.children].map(({ textContent }) => textContent?.trim()).join(" ");
}

type TriggerProps = HTMLAttributes<HTMLElement> & { element: HTMLElement; ref?: Ref<HTMLElement> };

/** The child of a Radix trigger. It renders nothing and puts the trigger's props on an existing element. */
function ExistingTrigger({ element, ref, "aria-describedby": describedBy, ...props }: TriggerProps) {
  // Radix's handlers read only fields that native events have too.
  const handlers = Object.entries(props).filter(([name]) => name.startsWith("on")) as [string, EventListener][];
  useImperativeHandle(ref, () => element, [element]);
  useEffect(() => {
    if (describedBy === undefined) return;
    const ownDescribedBy = element.getAttribute("aria-describedby");
    element.setAttribute("aria-describedby", describedBy);
    return () => {
      if (ownDescribedBy === null) element.removeAttribute("aria-describedby");
      else element.setAttribute("aria-describedby", ownDescribedBy);
    };
  }, [element, describedBy]);
  // This effect has no list of dependencies, because each render has new handlers.
  useEffect(() => {
    const controller = new AbortController();
    for (const [name, handler] of handlers)
      element.addEventListener(name.slice("on".length).toLowerCase(), handler, { signal: controller.signal });
    return () => controller.abort();
  });
  useEffect(() => {
    // The event that added this target came before these listeners. Send an event on which Radix opens the tooltip.
    if (element.matches(":hover")) element.dispatchEvent(new PointerEvent("pointermove"));
    else if (element.matches(":focus-visible")) element.dispatchEvent(new FocusEvent("focus"));
  }, [element]);
  return null;
}
