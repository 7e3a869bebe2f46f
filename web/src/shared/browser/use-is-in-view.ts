import { type RefObject, useEffect, useState } from "react";

// Begins before the element is in the window, so that a picture is there when it is scrolled to.
const MARGIN = "300px";

/** Whether an element is or was in the window, or near it. */
export function useIsInView(element: RefObject<Element | null>): boolean {
  const [isInView, setIsInView] = useState(false);
  useEffect(() => {
    if (isInView || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsInView(true),
      { rootMargin: MARGIN },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isInView]);
  return isInView;
}
