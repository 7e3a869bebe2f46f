/** Whether a click opens a link in this tab. A modifier key or another mouse button opens the link elsewhere. */
export const isPlainClick = (event: Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
