// Names of Lucide icons. The build writes each icon's shape into the stylesheet (web/icons.ts).

/** Icons of the dashboard. Each card has many of them, and browsers draw bitmaps faster than vector shapes. */
export const BITMAP_ICON_NAMES = [
  "arrow-left",
  "arrow-right",
  "arrow-up",
  "ban",
  "bell",
  "book-check",
  "bug",
  "calendar-days",
  "chevron-down",
  "chevron-left",
  "chevron-right",
  "chevron-up",
  "circle-check",
  "circle-dot",
  "circle-dot-dashed",
  "circle-user-round",
  "equal",
  "external-link",
  "flask-conical",
  "lightbulb",
  "log-out",
  "moon",
  "octagon-exclamation-point",
  "package-check",
  "paperclip",
  "search",
  "sun",
  "trash",
  "x",
] as const;

/** Rare icons: bitmaps would enlarge the stylesheet. Icons above 24 px: bitmaps would be blurred. */
export const VECTOR_ICON_NAMES = [
  "archive-arrow-up",
  "book-open",
  "circle-exclamation-point",
  "download",
  "file-down",
  "file-text",
  "file-x",
  "image-off",
  "info",
  "key-round",
  "keyboard",
  "link",
  "loader-circle",
  "monitor-x",
  "rotate-ccw",
  "rotate-cw",
  "search-x",
  "shield-check",
  "users",
] as const;

export type IconName = (typeof BITMAP_ICON_NAMES | typeof VECTOR_ICON_NAMES)[number];
