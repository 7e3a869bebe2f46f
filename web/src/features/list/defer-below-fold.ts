// While the window ends above this position on the page, at most five cards are visible. styles.css has both limits.
const FOLD_PX = 1_000;

/**
 * Renders the cards below the visible part of the window one frame later, so that the visible cards show sooner. If the
 * user has scrolled down, all cards are rendered at once. Call it in a layout effect when another list is shown.
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
