import { TOOLTIP } from "@logbook/domain";
import { Tooltip as Radix } from "radix-ui";
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

const WITH_TOOLTIP = "[data-tooltip], time[datetime]";

interface TooltipTarget {
  element: HTMLElement;
  key: number;
}

/** A Radix tooltip for each element pointed at or focused so far: the other elements of a long list cost nothing. */
export function RadixTooltips() {
  const [targets, setTargets] = useState<readonly TooltipTarget[]>([]);
  useEffect(() => {
    const add = (node: Element) => {
      const element = node.closest<HTMLElement>(WITH_TOOLTIP);
      if (element) setTargets((current) => withTarget(current, element));
    };
    for (const element of document.querySelectorAll(`:is(${WITH_TOOLTIP}):is(:hover, :focus)`)) add(element);
    const controller = new AbortController();
    const addTarget = ({ target }: Event) => add(target as Element);
    const options = { signal: controller.signal };
    addEventListener("pointerover", (event) => event.pointerType !== "touch" && addTarget(event), options);
    addEventListener("focusin", addTarget, options);
    return () => controller.abort();
  }, []);
  return (
    <Radix.Provider delayDuration={TOOLTIP.delayMs} skipDelayDuration={TOOLTIP.skipMs}>
      {targets.map(({ element, key }) => (
        <Radix.Root key={key}>
          <Radix.Trigger asChild>
            <ExistingTrigger element={element} />
          </Radix.Trigger>
          <Radix.Portal>
            <TooltipContent element={element} />
          </Radix.Portal>
        </Radix.Root>
      ))}
    </Radix.Provider>
  );
}

let lastKey = 0;

/** The targets with this one added, without those that have left the page. */
function withTarget(targets: readonly TooltipTarget[], element: HTMLElement): readonly TooltipTarget[] {
  if (targets.some((target) => target.element === element)) return targets;
  return [...targets.filter((target) => target.element.isConnected), { element, key: ++lastKey }];
}

/** The tooltip with the element's present text; `null` while the element has none. */
function TooltipContent({ element }: { element: HTMLElement }) {
  // The text of a mention arrives while its tooltip is open.
  const subscribe = useCallback(
    (onChange: () => void) => {
      const observer = new MutationObserver(onChange);
      observer.observe(element, { attributeFilter: ["data-tooltip"] });
      return () => observer.disconnect();
    },
    [element],
  );
  const text = useSyncExternalStore(subscribe, () =>
    element instanceof HTMLTimeElement ? exactTime(element.dateTime) : element.dataset.tooltip,
  );
  if (text === undefined) return null;
  return (
    <Radix.Content
      sideOffset={6}
      collisionPadding={8}
      className="z-50 max-w-xs rounded-sm bg-ink px-2 py-1 text-paper text-xs shadow-raised"
    >
      {text}
      <Radix.Arrow className="fill-ink" />
    </Radix.Content>
  );
}

type TriggerProps = HTMLAttributes<HTMLElement> & { element: HTMLElement; ref?: Ref<HTMLElement> };

/** The child of a Radix trigger that renders nothing: it puts the trigger's props on an element that exists already. */
function ExistingTrigger({ element, ref, "aria-describedby": describedBy, ...props }: TriggerProps) {
  // Radix's handlers read only fields that native events have too.
  const handlers = Object.entries(props).filter(([name]) => name.startsWith("on")) as [string, EventListener][];
  useImperativeHandle(ref, () => element, [element]);
  useEffect(() => {
    if (describedBy === undefined) return;
    const before = element.getAttribute("aria-describedby");
    element.setAttribute("aria-describedby", describedBy);
    return () => {
      if (before === null) element.removeAttribute("aria-describedby");
      else element.setAttribute("aria-describedby", before);
    };
  }, [element, describedBy]);
  useEffect(() => {
    const controller = new AbortController();
    for (const [name, handler] of handlers)
      element.addEventListener(name.slice(2).toLowerCase(), handler, { signal: controller.signal });
    return () => controller.abort();
  });
  useEffect(() => {
    // The event that added this target came before these listeners, so send it again.
    if (element.matches(":hover")) element.dispatchEvent(new PointerEvent("pointermove"));
    else if (element.matches(":focus-visible")) element.dispatchEvent(new FocusEvent("focus"));
  }, [element]);
  return null;
}
