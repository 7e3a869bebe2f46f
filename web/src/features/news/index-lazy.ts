export { markNewsSeen, toggleFollow } from "./change-news.ts";
export { FollowSelect } from "./follow-select.tsx";
export { NewsLine } from "./news-line.tsx";
