// By then the first four entries, at their shortest, have filled the window; as in the stylesheet's `[data-defer-below-fold]`.
const FILLED_PX = 1_200;

/**
 * To be called when another list stands in the page, before it is drawn: what is below the window comes one frame later,
 * so that what is in it comes sooner. Nothing waits where the person has scrolled down.
 */
export function deferBelowFold(): void {
  const page = document.documentElement;
  const drawAll = () => {
    delete page.dataset.deferBelowFold;
  };
  page.dataset.deferBelowFold = "";
  if (document.hidden || window.scrollY + window.innerHeight > FILLED_PX) drawAll();
  else requestAnimationFrame(() => setTimeout(drawAll));
}
