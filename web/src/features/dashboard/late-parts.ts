export { SavedViews } from "../saved-views/index.ts";
export { NewsLine } from "./news-line.tsx";
