export { hasNewEntries, markEntriesSeen, markNewsSeen, toggleFollow } from "./change-news.ts";
export { NewEntryLine } from "./new-entry-line.tsx";
export { NewsLine } from "./news-line.tsx";
export { noteStoredFollows } from "./stored-follows.ts";
