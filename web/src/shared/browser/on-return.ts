/** Calls `listener` when the user returns to the window or the browser comes online. Returns the function that unsubscribes. */
export function onReturn(listener: () => void): () => void {
  const callIfVisible = () => {
    if (document.visibilityState === "visible") listener();
  };
  window.addEventListener("focus", callIfVisible);
  window.addEventListener("online", callIfVisible);
  document.addEventListener("visibilitychange", callIfVisible);
  return () => {
    window.removeEventListener("focus", callIfVisible);
    window.removeEventListener("online", callIfVisible);
    document.removeEventListener("visibilitychange", callIfVisible);
  };
}
