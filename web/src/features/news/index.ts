import { lazyResource } from "../../shared/lazy/lazy-resource.ts";

export { FollowButton } from "./follow-button.tsx";
export {
  isNewsPanelOpen,
  markAsFollowed,
  reloadFollowed,
  useIsUnread,
  useNews,
  useNewsUpdates,
} from "./news.ts";
export const newsPanelCode = lazyResource(() => import("./news-panel.tsx"));
