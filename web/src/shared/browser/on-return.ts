/** Calls `listener` when the person comes back to this window, or the browser to the network; returns what ends that. */
export function onReturn(listener: () => void): () => void {
  const returned = () => {
    if (document.visibilityState === "visible") listener();
  };
  window.addEventListener("focus", returned);
  window.addEventListener("online", returned);
  document.addEventListener("visibilitychange", returned);
  return () => {
    window.removeEventListener("focus", returned);
    window.removeEventListener("online", returned);
    document.removeEventListener("visibilitychange", returned);
  };
}
