/**
 * Calls `listener` when the user returns to the window, or when the network returns while the window is visible.
 * Returns the function that removes the listeners.
 */
export function onReturn(listener: () => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const callIfVisible = () => {
    if (document.visibilityState === "visible") listener();
  };
  window.addEventListener("focus", callIfVisible, { signal });
  window.addEventListener("online", callIfVisible, { signal });
  document.addEventListener("visibilitychange", callIfVisible, { signal });
  return () => controller.abort();
}
