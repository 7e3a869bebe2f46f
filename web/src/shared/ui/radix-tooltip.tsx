import { TOOLTIP } from "@logbook/domain";
import { Tooltip as Radix } from "radix-ui";
import { type HTMLAttributes, type Ref, useEffect, useEffectEvent, useLayoutEffect, useSyncExternalStore } from "react";
import { armedTooltips, armTooltips, subscribeTooltips } from "./tooltips.ts";

/** The tooltips of all armed elements, behind one provider. */
export function RadixTooltips() {
  const armed = useSyncExternalStore(subscribeTooltips, armedTooltips);
  useEffect(armTooltips, []);
  return (
    <Radix.Provider delayDuration={TOOLTIP.delayMs} skipDelayDuration={TOOLTIP.skipMs}>
      {[...armed].map(([element, { text, key }]) => (
        <Radix.Root key={key}>
          <Radix.Trigger asChild>
            <Anchor element={element} />
          </Radix.Trigger>
          <Radix.Portal>
            <Radix.Content
              sideOffset={6}
              collisionPadding={8}
              className="z-50 max-w-xs rounded-sm bg-ink px-2 py-1 text-paper text-xs shadow-raised"
            >
              {text}
              <Radix.Arrow className="fill-ink" />
            </Radix.Content>
          </Radix.Portal>
        </Radix.Root>
      ))}
    </Radix.Provider>
  );
}

type AnchorProps = HTMLAttributes<HTMLElement> & { element: HTMLElement; ref?: Ref<HTMLElement> };

// biome-ignore lint/suspicious/noExplicitAny: Radix's handlers read nothing but what native events have too
type Handler = ((event: any) => void) | undefined;

/** Radix's trigger on an element that is there already: its handlers listen there, and nothing is drawn. */
function Anchor({ element, ref, ...props }: AnchorProps) {
  const described = props["aria-describedby"];
  const call = useEffectEvent((name: keyof AnchorProps, event: Event) =>
    (props as Record<string, Handler>)[name]?.(event),
  );
  useLayoutEffect(() => {
    if (typeof ref === "function") ref(element);
    else if (ref) ref.current = element;
  }, [element, ref]);
  useEffect(() => {
    if (described === undefined) return;
    const before = element.getAttribute("aria-describedby");
    element.setAttribute("aria-describedby", described);
    return () => {
      if (before === null) element.removeAttribute("aria-describedby");
      else element.setAttribute("aria-describedby", before);
    };
  }, [element, described]);
  useEffect(() => {
    const ended = new AbortController();
    const listen = (type: string, name: keyof AnchorProps) =>
      element.addEventListener(type, (event) => call(name, event), { signal: ended.signal });
    listen("pointermove", "onPointerMove");
    listen("pointerleave", "onPointerLeave");
    listen("pointerdown", "onPointerDown");
    listen("focus", "onFocus");
    listen("blur", "onBlur");
    listen("click", "onClick");
    // What armed it came before anybody listened.
    if (element.matches(":hover")) call("onPointerMove", new PointerEvent("pointermove"));
    else if (element.matches(":focus-visible")) call("onFocus", new FocusEvent("focus"));
    return () => ended.abort();
  }, [element]);
  return null;
}
