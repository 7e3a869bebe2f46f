export { deleteIssue, reloadIssuesAndTrash, restoreIssue } from "./api.ts";
export { TrashPage } from "./trash-page.tsx";
