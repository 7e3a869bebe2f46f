import { type PointerEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { panBy, type Zoom, zoomBy } from "./zoom.ts";

// A notch of a wheel is 100 or 120 pixels; a touchpad sends many small steps.
const WHEEL_PIXELS_PER_DOUBLING = 400;

interface ZoomableProps {
  area: RefObject<HTMLDivElement | null>;
  zoom: Zoom;
  setZoom: (zoom: Zoom) => void;
  children: ReactNode;
}

/** The part of the viewer with the picture: a wheel or two fingers zoom it, a drag moves it while it is zoomed. */
export function Zoomable({ area, zoom, setZoom, children }: ZoomableProps) {
  // The pointers that are down, by their id, with their last places.
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  /** A place measured from the middle of the area. */
  const fromMiddle = (x: number, y: number) => {
    const box = area.current!.getBoundingClientRect();
    return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 };
  };
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    const factor = 2 ** (-event.deltaY / WHEEL_PIXELS_PER_DOUBLING);
    setZoom(zoomBy(zoom, factor, fromMiddle(event.clientX, event.clientY)));
  });
  useEffect(() => {
    const element = area.current;
    const listener = (event: WheelEvent) => onWheel(event);
    // React's own listener cannot prevent that the browser zooms the page.
    element?.addEventListener("wheel", listener, { passive: false });
    return () => element?.removeEventListener("wheel", listener);
  }, [area]);
  const onPointerMove = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (before === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, now);
    if (other === undefined) {
      if (zoom.scale > 1) setZoom(panBy(zoom, { x: now.x - before.x, y: now.y - before.y }));
      return;
    }
    const distance = (place: { x: number; y: number }) => Math.hypot(place.x - other.x, place.y - other.y);
    const middle = fromMiddle((now.x + other.x) / 2, (now.y + other.y) / 2);
    setZoom(zoomBy(zoom, distance(now) / Math.max(1, distance(before)), middle));
  };
  const release = (event: PointerEvent) => pointers.current.delete(event.pointerId);
  return (
    <div
      ref={area}
      className="grid min-h-0 touch-none grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center overflow-hidden p-4"
      onPointerDown={(event) => {
        // Buttons in the area, such as Retry, keep their clicks.
        if (event.target instanceof Element && event.target.closest("button")) return;
        area.current?.setPointerCapture(event.pointerId);
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      }}
      onPointerMove={onPointerMove}
      onPointerUp={release}
      onPointerCancel={release}
    >
      {children}
    </div>
  );
}
