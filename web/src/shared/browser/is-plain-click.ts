/** Whether a click opens a link in this tab: with another button or a modifier key, the browser opens it elsewhere. */
export const isPlainClick = (event: Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
