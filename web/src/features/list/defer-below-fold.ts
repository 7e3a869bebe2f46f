// In a window that ends above this height, at most five cards are visible; the stylesheet has the same limit.
const FOLD_PX = 1_000;

/**
 * Call it in a layout effect after another list was rendered: cards below the fold are rendered one frame later, so that
 * the visible cards show sooner. If the user has scrolled down, all cards are painted at once.
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
