export { hasNewEntries, markEntriesSeen, markNewsSeen, toggleFollow } from "./change-news.ts";
export { FollowSelect } from "./follow-select.tsx";
export { NewEntryLine } from "./new-entry-line.tsx";
export { NewsLine } from "./news-line.tsx";
