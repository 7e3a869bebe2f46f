/** Calls `listener` when the user returns to the window or the browser comes online. Returns a function to unsubscribe. */
export function onReturn(listener: () => void): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  const callIfVisible = () => {
    if (document.visibilityState === "visible") listener();
  };
  window.addEventListener("focus", callIfVisible, { signal });
  window.addEventListener("online", callIfVisible, { signal });
  document.addEventListener("visibilitychange", callIfVisible, { signal });
  return () => listeners.abort();
}
