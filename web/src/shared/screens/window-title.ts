import { PROJECT } from "../config/project.ts";

let screenTitle: string | null = null;
let unreadCount = 0;

/** The title of the shown screen; `null` before the first one. */
export const getScreenTitle = (): string | null => screenTitle;

export function setScreenTitle(title: string | null): void {
  screenTitle = title;
  showTitle();
}

/** Shows in the window's title how many news are unread, also while the window is in the background. */
export function setUnreadCount(count: number): void {
  unreadCount = count;
  showTitle();
}

function showTitle(): void {
  const prefix = unreadCount === 0 ? "" : `(${unreadCount}) `;
  if (screenTitle !== null) document.title = `${prefix}${screenTitle} · ${PROJECT.productName}`;
}
