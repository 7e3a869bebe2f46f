// A window that ends above this shows no more than the first five cards; the stylesheet has the same limit.
const FOLD_PX = 1_000;

/**
 * Call it in a layout effect when another list is in the page: cards below the fold are rendered one frame later, so that
 * the visible ones show sooner. If the user has scrolled down, all are rendered at once.
 */
export function deferBelowFold(): void {
  const page = document.documentElement;
  const renderAll = () => {
    delete page.dataset.deferBelowFold;
  };
  page.dataset.deferBelowFold = "";
  if (document.hidden || window.scrollY + window.innerHeight > FOLD_PX) renderAll();
  else requestAnimationFrame(() => setTimeout(renderAll));
}
