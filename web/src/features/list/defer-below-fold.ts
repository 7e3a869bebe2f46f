// If the window ends above this position on the page, at most five cards are visible. styles.css has the same position
// (62.5rem), and hides the sixth card and all later ones.
const FOLD_PX = 1_000;

/**
 * Renders the cards below the window's lower edge one frame later, so that the visible cards show sooner. If more than
 * five cards may be visible, all are rendered at once. Call this function in a layout effect when another list is shown.
 */
export function deferBelowFold(): void {
  const htmlElement = document.documentElement;
  const renderAll = () => {
    delete htmlElement.dataset.deferBelowFold;
  };
  htmlElement.dataset.deferBelowFold = "";
  // A hidden window renders no frames, so there the later cards would stay hidden. The callback of a frame runs before
  // the browser paints the frame; `setTimeout` in the callback waits until afterwards.
  if (document.hidden || window.scrollY + window.innerHeight > FOLD_PX) renderAll();
  else requestAnimationFrame(() => setTimeout(renderAll));
}
